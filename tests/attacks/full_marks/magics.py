# tries: magics and shell lines in an answer cell
# points: full

# %% answer="day1-predict"
%matplotlib inline
%time five = 5
!ls
files = !ls /
%pip --version
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
prediction["(a*b)+c"]["nodes"] = five
