# tries: a right answer that prints without end
# points: full
# row: 22

# %% answer="day1-predict"
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
for number in range(150_000):
    print("a line that says nothing at all, again and again")
