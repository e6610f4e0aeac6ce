# tries: 40,000 cells that are none
# message: 40,000 cells; the limit is 2,000

# %% change
import json

cell = {"cell_type": "code", "source": 5, "metadata": {"tags": 3}, "outputs": [], "execution_count": None}
path.write_text(json.dumps({"cells": [cell] * 40_000, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
