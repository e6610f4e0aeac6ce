# tries: a folder that is a link to another student's
# message: link

# %% change
import shutil

folder = path.parent
shutil.rmtree(folder)
folder.symlink_to(folder.parents[1] / "honest" / "day1", target_is_directory=True)
