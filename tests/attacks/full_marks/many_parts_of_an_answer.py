# tries: an answer cell's name on 1,500 cells more, which Python can't read and which may all be parts of the answer
# message: stands \d+ times

# %% change
import json

found = json.loads(path.read_text())
place = next(at for at, cell in enumerate(found["cells"]) if cell["id"] == "day1-value")
more = [{**found["cells"][place], "id": f"more-{at}", "source": f"    x{at} = ("} for at in range(1_500)]
found["cells"][place:place] = more
path.write_text(json.dumps(found))
