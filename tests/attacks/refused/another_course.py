# tries: a notebook of another course
# message: no exercise of this course

# %% change
notebook.cells = [type(notebook.cells[0])(cell_type="markdown", metadata={}, source="x", id="a")]
save()
