# tries: an answer with a line for the shell, 300,000 blanks, and more

# %% answer="day1-predict"

# %% change
for cell in notebook.cells:
    if cell.metadata.get("nbgrader", {}).get("grade_id") == "day1-predict":
        cell.source = "!true\n" + " " * 300_000 + "x y"
save()
