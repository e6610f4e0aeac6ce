# tries: tests deleted and edited, points changed, another kernel
# message: day1-value-repr was missing

# %% change
names = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in notebook.cells}
notebook.cells.remove(names["day1-value-repr"])
names["day1-value-add"].source = "pass"
names["day1-value-add"].metadata.nbgrader.points = 1000
notebook.metadata.kernelspec = {"name": "bash", "display_name": "Bash", "language": "bash"}
save()
