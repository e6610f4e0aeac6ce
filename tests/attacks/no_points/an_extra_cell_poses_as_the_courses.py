# tries: an own cell that claims to be a given cell, and one that claims to be a test
# points: day1-value=0 day1-trace=0 day1-predict=0 day1-draw=0 day1-stretch=0
# answers: blank

# %% change
own = dict(cell_type="code", metadata={"tags": ["given", "setup"], "nbgrader": {"grade": True, "grade_id": "day1-value-free", "points": 50,
           "schema_version": 3, "solution": False, "locked": True, "task": False, "cell_type": "code"}},
           source="class Value: pass", id="posing", outputs=[], execution_count=None)
notebook.cells.append(type(notebook.cells[0])(own))
save()
