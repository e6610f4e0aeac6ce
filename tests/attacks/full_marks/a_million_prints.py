# tries: a right answer that prints without end
# uses: prediction

# %% answer="day1-predict"
for number in range(150_000):
    print("a line that says nothing at all, again and again")
