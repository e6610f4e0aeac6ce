# tries: half a character in an own cell

# %% change
notebook.cells[3].source += "\nhalf \ud800"
import json

path.write_text(json.dumps(notebook))
