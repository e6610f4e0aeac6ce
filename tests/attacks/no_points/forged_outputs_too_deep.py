# tries: writes outputs that are nested 900 deep, with numbers that JSON has not, and half characters
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 3
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
deep = b'{"a":' * 400 + b"1" + b"}" * 400
line = (
    b'{"outputs": [{"output_type": "display_data", "data": {"application/x+json": %b}, "metadata": %b},'
    b'{"output_type": "display_data", "data": {"application/x+json": 1e999, "text/plain": "\\ud800"}, "metadata": {"a": NaN}},'
    b'{"output_type": "stream", "name": "\\udfff", "text": "\\ud800"},'
    b'{"output_type": "execute_result", "data": {}, "metadata": {}, "execution_count": {"a": [1]}}]}\n'
) % (deep, deep)
for number in connections():
    os.write(number, line)
