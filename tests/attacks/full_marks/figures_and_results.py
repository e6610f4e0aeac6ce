# tries: a figure, a result and a progress line beside a right answer
# points: full

# %% answer="day1-predict"
import matplotlib.pyplot as plt

plt.plot([1, 2, 3])
plt.show()
print("\r 50 %", end="")
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
prediction
