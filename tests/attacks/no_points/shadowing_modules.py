# tries: writes its own numpy.py beside the notebook, and imports it

# %% answer="day1-predict"
import os
import sys

for name in ("numpy", "torch", "json", "gradtools", "companion", "language", "judge", "exercises", "grading"):
    with open(f"{name}.py", "w") as file:
        file.write("everything = 1")
    sys.modules.pop(name, None)
sys.path.insert(0, os.getcwd())
import json
import numpy
