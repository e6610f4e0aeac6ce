# tries: a figure, a result and a progress line beside a right answer
# uses: prediction

# %% answer="day1-predict"
import matplotlib.pyplot as plt

plt.plot([1, 2, 3])
plt.show()
print("\r 50 %", end="")
prediction
