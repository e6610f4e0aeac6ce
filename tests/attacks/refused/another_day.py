# tries: the notebook of another day
# message: notebook of day2

# %% change
import shutil

shutil.copy(course.assignment(2).learner_notebook, path)
