# tries: a notebook without cells
# row: 27
# told: no cells

# %% change
path.write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}')
