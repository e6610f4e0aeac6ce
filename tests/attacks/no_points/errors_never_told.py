# tries: patches what shows errors, so that none is
# points: day1-predict=0 day1-stretch=0 day1-design=0

# %% answer="day1-predict"
shell = get_ipython()
shell.showtraceback = lambda *_, **__: None
shell._showtraceback = lambda *_, **__: None
type(shell)._showtraceback = lambda *_, **__: None
shell.run_cell = lambda *_, **__: None
