// SPDX-License-Identifier: MIT
// Live figures follow JupyterLab's theme, which a page outside of it has to name.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow_theme = () => (document.body.dataset.jpThemeLight = String(!dark.matches));
dark.addEventListener("change", follow_theme);
follow_theme();
