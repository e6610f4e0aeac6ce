# tries: `exit()` at the end of each exercise
# points: full
# row: 18

# %% answer="day1-predict"
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
exit()

# %% answer="day1-draw"
graph_1 = [("a", "d"), ("b", "d"), ("d", "e"), ("c", "e"), ("e", "L"), ("f", "L")]
graph_2 = [("a", "s"), ("b", "s"), ("s", "p"), ("s", "p"), ("p", "q"), ("a", "q")]
graph_3 = [("x", "u"), ("m", "u"), ("x", "v"), ("n", "v"), ("u", "y"), ("v", "y")]
quit()
