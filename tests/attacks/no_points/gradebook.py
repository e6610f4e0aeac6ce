# tries: writes into the gradebook

# %% answer="day1-predict"
import os
import sqlite3

for folder in (".", "..", "../../..", "COURSE_FOLDER", "CANARY_FOLDER"):
    path = os.path.join(folder, "gradebook.db")
    try:
        with sqlite3.connect(f"file:{path}?mode=rw", uri=True) as database:
            database.execute("UPDATE grade SET auto_score = 100")
            print("GOT", path)
    except sqlite3.Error:
        pass
