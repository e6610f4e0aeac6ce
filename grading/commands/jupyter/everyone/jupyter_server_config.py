# SPDX-License-Identifier: MIT
"""What the pages of JupyterLab are told, so that no page of Notebook 7.6 stops with an error of its own.

One process serves both, with settings that both share. JupyterLab notes there which file it opened last, and a page of
Notebook 7 would ask its file browser to open it, which only the page of files has. So JupyterLab gets a copy to write
on. The other fault is mended in the browser by ``labextensions/autograd-notebook7``, and JupyterLab needs it not.
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
