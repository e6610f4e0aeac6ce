# tries: cells that are numbers and lists
# row: 27
# told: damaged

# %% change
import json

raw = json.loads(path.read_text())
raw["cells"][5] = [1]
raw["cells"][6] = 7
path.write_text(json.dumps(raw))
