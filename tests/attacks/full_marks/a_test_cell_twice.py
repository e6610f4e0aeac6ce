# tries: a test cell twice, the first of which always passes
# message: stands 2 times

# %% change
cell = next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == "day1-value-add")
twin = type(cell)({**cell, "id": "twin", "source": "pass"})
notebook.cells.insert(0, twin)
save()
