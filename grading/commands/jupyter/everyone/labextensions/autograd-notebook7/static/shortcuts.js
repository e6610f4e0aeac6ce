// SPDX-License-Identifier: MIT
// Notebook 7.6 sends changes of other settings to its list of shortcuts before that list is loaded, which raises an
// error: https://github.com/jupyter/notebook/issues/7862. Here changes are sent once the list is loaded. By then it has
// read the other settings.

const EXTENSION = "@jupyterlab/shortcuts-extension";
const LIST = `${EXTENSION}:shortcuts`;

/** The settings, as the list of shortcuts should see them. */
function onceThere(settings) {
  const changed = { connect: (slot) => settings.pluginChanged.connect((sender, id) => settings.plugins[LIST] && slot(sender, id)) };
  return new Proxy(settings, {
    get(target, name) {
      if (name === "pluginChanged") return changed;
      const found = target[name];
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}

function mend(plugin) {
  const activate = plugin.activate;
  plugin.activate = (application, settings, ...others) => activate(application, onceThere(settings), ...others);
}

let shared = {};

// What webpack would write for an extension that brings no plugin of its own.
window._JUPYTERLAB = window._JUPYTERLAB || {};
window._JUPYTERLAB["autograd-notebook7"] = {
  init: (scope) => { shared = scope; },
  get: async () => {
    for (const version of Object.values(shared[EXTENSION] || {})) {
      const found = (await version.get())().default;
      [].concat(found).filter((plugin) => plugin.id === LIST).forEach(mend);
    }
    return () => ({ __esModule: true, default: [] });
  },
};
