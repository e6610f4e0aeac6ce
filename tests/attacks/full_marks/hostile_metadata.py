# tries: puts attributes, addresses and frames into the metadata of outputs, and shows kinds of data that pages run
# uses: prediction

# %% answer="day1-predict"
from IPython.display import display


PLANTED = "1 onerror=PLANTED_SCRIPT() src=//PLANTED"
SIZES = (PLANTED, 1.5, True, -1, 10**30, None, [PLANTED], {"a": PLANTED})
for kind in ("image/png", "image/jpeg", "image/svg+xml", "text/html", "text/plain"):
    for size in SIZES:
        told = {"width": size, "height": size, "alt": PLANTED, "unconfined": PLANTED, "isolated": True}
        display({kind: "AAAA"}, raw=True, metadata={kind: told, **told, "filenames": {kind: "//PLANTED"}})
display({"image/png": "AAAA"}, raw=True, metadata={"image/png": {"width": 640, "height": 480}})
display({"image/svg+xml": "<svg onload=PLANTED_SCRIPT()></svg>"}, raw=True)
display({"image/svg+xml": "<svg><script>PLANTED_SCRIPT()</script></svg>", "text/plain": "x"}, raw=True)
for kind in ("application/javascript", "text/vnd.mermaid", "application/pdf", "application/vnd.jupyter.widget-view+json"):
    display({kind: "PLANTED_SCRIPT()", "text/plain": "x"}, raw=True, metadata={kind: PLANTED})
