# tries: takes a class of the question's own code for its answer
# points: day1-value=0 day1-stretch=any
# uses: classes
# told: names `Value`, and yet it is not defined

# %% answer="day1-value"
Value = of_the_question()
