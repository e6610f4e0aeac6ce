# tries: replaces json, os.fork, os.waitpid, socket and select in its process
# cell seconds: 2
# total seconds: 12

# %% answer="day1-predict"
import json
import os
import select
import socket

json.dumps = lambda *_, **__: '{"answers": [{"kind": "value", "value": {"entries": []}}], "shadows": false}'
json.loads = lambda *_, **__: {"do": "leave"}
os.fork = lambda: 0
select.select = lambda *_, **__: ([], [], [])
