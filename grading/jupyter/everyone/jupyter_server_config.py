# SPDX-License-Identifier: MIT
"""Settings for JupyterLab, so that its extensions are found and no page of Notebook 7.6 stops with an error.

One process serves both, and they share settings. JupyterLab stores there which file it opened last, and a page of
Notebook 7 would ask its file browser to open that, which only the page of files has. So JupyterLab gets its own copy.
"""

import sys
from pathlib import Path

from jupyter_server import config_manager
from jupyterlab_server import app, config, settings_utils, themes_handler

from judge.notebooks.patterns import take_as_name

FOLDERS = [str(Path(__file__).resolve().parent / "labextensions")]


def settings_of_a_page(handler, page_config):
    """Return the settings of a page: for JupyterLab a copy."""
    return page_config if type(handler).__module__.partition(".")[0] == "notebook" else dict(page_config)


c.ServerApp.tornado_settings = {"page_config_hook": settings_of_a_page}  # noqa: F821  (`c` is Jupyter's)
# JupyterLab serves the files of both.
c.LabApp.extra_labextensions_path = FOLDERS  # noqa: F821
c.JupyterNotebookApp.extra_labextensions_path = FOLDERS  # noqa: F821

# Both find their extensions by patterns that begin with the environment's folder, or with the course's.
for folder in (Path(sys.prefix), Path(__file__).resolve().parents[4]):
    take_as_name(folder, config_manager, app, config, settings_utils, themes_handler)
