# tries: a notebook of format 3
# row: 27
# told: format 3

# %% change
path.write_text('{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}')
