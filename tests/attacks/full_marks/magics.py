# tries: magics and shell lines in an answer cell
# uses: prediction

# %% answer="day1-predict"
%matplotlib inline
%time four = 4
!ls
files = !ls /
%pip --version
prediction["(a*b)+c"]["nodes"] = four
