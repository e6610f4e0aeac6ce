# tries: magics and shell lines in an answer cell
# uses: prediction

# %% answer="day1-predict"
%matplotlib inline
%time five = 5
!ls
files = !ls /
%pip --version
prediction["(a*b)+c"]["nodes"] = five
