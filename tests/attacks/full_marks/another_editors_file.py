# tries: UTF-16, a later format, cells of other types, texts, metadata and ids of other kinds, half of it doubled
# message: not quite what Jupyter saves

# %% change
import json

found = json.loads(path.read_text())
odd = [{"cell_type": kind, "metadata": kind, "source": kind, "id": kind} for kind in (None, 3, [], {}, "sql", True)]
odd += [{"cell_type": "code", "metadata": {"nbgrader": [], "tags": None}, "outputs": {}}, 7, None, "cell"]
for cell in found["cells"]:
    cell.update(block_group="a", id=f"#VSC-{cell['id'][:3]}", outputs=None)
found.update(nbformat=5, nbformat_minor=None, metadata=3, cells=[*odd, *found["cells"], *odd])
path.write_bytes((json.dumps(found) + "\n}}").encode("utf-16"))
