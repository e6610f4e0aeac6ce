# tries: an answer and an error with half a character in them
# points: day1-predict=0

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
prediction = {name: {"nodes": "\ud800", "edges": "\udfff", "value": "\ud800"} for name in prediction}
raise ValueError("\ud800")
