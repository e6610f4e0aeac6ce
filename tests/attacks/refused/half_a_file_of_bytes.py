# tries: bytes that are no text
# row: 27
# told: not valid JSON

# %% change
path.write_bytes(b"\xff\xfe\x00" * 1000)
