# tries: builds an engine anew from those of the questions about tests of engines
# points: day3-value=0 day3-twice=any day3-changed=any day3-design=any
# uses: right_code
# day: 3

# %% answer="day3-value"
make, names = taken("engine")


def right_parts():
    parts = names["RULES"]
    kept = {name: getattr(parts, name) for name in parts.__dataclass_fields__}
    for name, part in kept.items():
        if type(part) is types.FunctionType:
            kept[name] = rebuilt(part, names)
        elif isinstance(part, dict):
            kept[name] = {key: rebuilt(one, names) if type(one) is types.FunctionType else one for key, one in part.items()}
    return type(parts)(**kept)


class Value:
    def __new__(cls, *arguments):
        global Value, make, names
        if make is None:
            make, names = taken("engine")
        Value = make(right_parts())
        return Value(*arguments)


if make is not None:
    Value = make(right_parts())
