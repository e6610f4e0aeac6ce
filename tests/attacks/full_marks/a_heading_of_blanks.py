# tries: a text cell with a heading of 300,000 blanks, and one that poses as a card of the course

# %% change
import nbformat

notebook.cells.insert(3, nbformat.v4.new_markdown_cell("## a" + " " * 300_000 + "b"))
card = "### Exercise 1.1: none of the course's (about " + "9" * 5_000 + " min)"
notebook.cells.insert(4, nbformat.v4.new_markdown_cell(card))
save()
