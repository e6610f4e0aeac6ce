# tries: a link to the course's solution
# message: is a link

# %% change
path.unlink()
path.symlink_to(course.assignment(1).source_notebook)
