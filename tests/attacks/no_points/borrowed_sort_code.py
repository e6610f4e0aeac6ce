# tries: takes a sort of the question's own code apart while it is asked, and builds it anew
# points: day3-topological-order=0 day3-value=any day3-twice=any day3-changed=any
# uses: right_code
# day: 3

# %% answer="day3-topological-order"
def topological_order(root):
    for name in ("sorted_nodes", "depth_first", "newest_first"):
        found, names = taken(name)
        if found is not None:
            order = list(found(root))
            return order if name == "sorted_nodes" else order[::-1]
