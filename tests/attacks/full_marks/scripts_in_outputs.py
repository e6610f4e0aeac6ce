# tries: shows HTML and JavaScript beside right answers
# points: full
# row: 14

# %% own before="day1-predict"
from IPython.display import HTML, Javascript, display

shown = display(HTML("<script>PLANTED_SCRIPT()</script><img src=x onerror=PLANTED_SCRIPT()>"))
display(Javascript("PLANTED_SCRIPT()"))
print("<script>PLANTED_SCRIPT()</script>")
display({"image/svg+xml": "<svg onload=PLANTED_SCRIPT()></svg>", "text/markdown": "<script>PLANTED_SCRIPT()</script>"}, raw=True)

# %% answer="day1-predict"
shown
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
