# SPDX-License-Identifier: MIT
"""Settings for JupyterLab's pages, so that no page of Notebook 7.6 stops with an error.

One process serves both, and they share settings. JupyterLab stores there which file it opened last, and a page of
Notebook 7 would ask its file browser to open that, which only the page of files has. So JupyterLab gets its own copy.
The other fault is mended in the browser by ``labextensions/autograd-notebook7``, which JupyterLab does not need.
"""

from pathlib import Path

NAME = "autograd-notebook7"
FOLDERS = [str(Path(__file__).resolve().parent / "labextensions")]


def told_to_a_page(handler, page_config):
    """Return the settings of a page: for JupyterLab a copy, without the extension for Notebook 7."""
    if type(handler).__module__.partition(".")[0] == "notebook":
        return page_config
    extensions = page_config.get("federated_extensions", [])
    return {**page_config, "federated_extensions": [one for one in extensions if one["name"] != NAME]}


c.ServerApp.tornado_settings = {"page_config_hook": told_to_a_page}  # noqa: F821  (`c` is Jupyter's)
# JupyterLab serves the files of both.
c.LabApp.extra_labextensions_path = FOLDERS  # noqa: F821
c.JupyterNotebookApp.extra_labextensions_path = FOLDERS  # noqa: F821
