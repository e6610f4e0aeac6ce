# tries: an answer and an error with half a character in them

# %% answer="day1-predict"
prediction = {name: {"nodes": "\ud800", "edges": "\udfff", "value": "\ud800"} for name in prediction}
raise ValueError("\ud800")
