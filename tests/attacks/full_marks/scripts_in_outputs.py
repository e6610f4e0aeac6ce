# tries: shows HTML and JavaScript beside right answers
# uses: prediction

# %% own before="day1-predict"
from IPython.display import HTML, Javascript, display

shown = display(HTML("<script>PLANTED_SCRIPT()</script><img src=x onerror=PLANTED_SCRIPT()>"))
display(Javascript("PLANTED_SCRIPT()"))
print("<script>PLANTED_SCRIPT()</script>")
display({"image/svg+xml": "<svg onload=PLANTED_SCRIPT()></svg>", "text/markdown": "<script>PLANTED_SCRIPT()</script>"}, raw=True)

# %% answer="day1-predict"
shown
