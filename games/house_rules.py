"""House rules in the form for a new table: one field or three for each parameter, all made from the table of parameters
and the engine's bounds. An empty field means: as in the ruleset that is chosen."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.presets import PRESETS
from engine.ruleset import BOUNDS, Bound, Flag, Kinds, Number, Numbers, PerKind
from games.rulebook.parameters import GROUPS, KINDS, PARAMETERS, Parameter, said

AS_CHOSEN = lazy("= as chosen above")
MOST_CHOICES = 25
"""Of more numbers than these nobody likes to choose from a list."""
YES_NO = {"yes": True, "no": False}
WHOLE = re.compile(r"-?[0-9]{1,6}")


class Control(NamedTuple):
    """One field of a parameter, with its label where there are three."""

    field: forms.BoundField
    label: Any


class Line(NamedTuple):
    """A parameter as the form shows it. `defaults`: its value in each preset, in words."""

    name: str
    told: Parameter
    controls: tuple[Control, ...]
    defaults: str
    by_preset: str
    errors: tuple[str, ...]
    changed: bool


def field_names(parameter: str) -> tuple[str, ...]:
    """The names of a parameter's fields."""
    if isinstance(BOUNDS[parameter], PerKind):
        return tuple(f"house_{parameter}_{kind}" for kind in Kinds._fields)
    return (f"house_{parameter}",)


def fields() -> Iterator[tuple[str, forms.Field]]:
    """All fields. What is in them is judged by the engine alone, so that it is judged in one place."""
    for parameter, bound in BOUNDS.items():
        for name in field_names(parameter):
            yield name, forms.CharField(required=False, widget=_widget(parameter, bound))


def _widget(parameter: str, bound: Bound) -> forms.Widget:
    attrs = {"aria-describedby": f"about-{parameter} fault-{parameter}"}
    choices = _choices(parameter, bound)
    if choices:
        return forms.Select(attrs, [("", AS_CHOSEN), *choices])
    if not isinstance(bound, Numbers):
        attrs["inputmode"] = "numeric"
    return forms.TextInput(attrs | {"autocomplete": "off", "maxlength": "60", "placeholder": " "})


def _choices(parameter: str, bound: Bound) -> list[tuple[str, Any]]:
    """What can be chosen from a list; nothing where a number is typed."""
    words = list(PARAMETERS[parameter].words.items())
    if isinstance(bound, Flag):
        return [(word, said(parameter, value)) for word, value in YES_NO.items()]
    if isinstance(bound, Numbers):
        return []
    if isinstance(bound, Number | PerKind):
        if bound.high - bound.low > MOST_CHOICES:
            return []
        return [*((str(number), str(number)) for number in range(bound.low, bound.high + 1)), *words]
    return words


# --- Reading what was entered -------------------------------------------------------------------------------------


def ruleset_of(base: str, entered: Mapping[str, Any]) -> str | dict[str, Any]:
    """The ruleset that is meant, as the API takes it: a preset's name, or it with the house's own values."""
    changes = changes_to(PRESETS[base].to_dict(), entered)
    return {"base": base, **changes} if changes else base


def changes_to(record: Mapping[str, Any], entered: Mapping[str, Any]) -> dict[str, Any]:
    """What was entered beside the rules of this complete record."""
    return {name: value for name in BOUNDS if (value := _value(record, name, entered)) is not None}


def entered(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields by which a complete record would be entered: the preset that is nearest, and what differs from it."""
    presets = {name: rules.to_dict() for name, rules in PRESETS.items()}
    base = min(presets, key=lambda name: sum(record[one] != presets[name][one] for one in record))
    told: dict[str, Any] = {"ruleset": base}
    for parameter in (one for one in BOUNDS if record[one] != presets[base][one]):
        told |= zip(field_names(parameter), map(_text, _parts(record[parameter])), strict=True)
    return told


def _parts(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else [value]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _value(record: Mapping[str, Any], parameter: str, entered: Mapping[str, Any]) -> Any:
    """What was entered for a parameter; None: nothing. What can't be read is left for the engine to refuse."""
    texts = [str(entered.get(name) or "").strip() for name in field_names(parameter)]
    if not any(texts):
        return None
    bound = BOUNDS[parameter]
    if isinstance(bound, PerKind):
        given = record[parameter]
        return {kind: _number(text) if text else given[kind] for kind, text in zip(given, texts, strict=True)}
    if isinstance(bound, Numbers):
        return [_number(one) for one in re.split(r"[\s,;]+", texts[0].strip(" ,;"))]
    if isinstance(bound, Flag):
        return YES_NO.get(texts[0], texts[0])
    return _number(texts[0]) if isinstance(bound, Number) else texts[0]


def _number(text: str) -> int | str:
    return int(text) if WHOLE.fullmatch(text) else text


# --- Showing ------------------------------------------------------------------------------------------------------


def groups(
    form: forms.BaseForm, names: Mapping[str, str], records: Mapping[str, Mapping[str, Any]]
) -> list[tuple[str, list[Line]]]:
    """All parameters in their groups. `names`: the presets by what people call them; `records`: all complete records
    that the form offers, by their choices."""
    return [(str(group.title), [_line(form, name, names, records) for name in group.parameters]) for group in GROUPS]


def _line(
    form: forms.BaseForm, parameter: str, names: Mapping[str, str], records: Mapping[str, Mapping[str, Any]]
) -> Line:
    bound_fields = [form[name] for name in field_names(parameter)]
    several = len(bound_fields) > 1
    controls = [Control(one, kind if several else "") for one, kind in zip(bound_fields, KINDS.values(), strict=False)]
    errors = tuple(str(error) for one in bound_fields for error in one.errors)
    for one in bound_fields:
        one.field.widget.attrs |= {"aria-invalid": "true"} if errors else {}
    values = {preset: rules.to_dict()[parameter] for preset, rules in PRESETS.items()}
    return Line(
        parameter,
        PARAMETERS[parameter],
        tuple(controls),
        _defaults(parameter, values, names),
        json.dumps({choice: _each(parameter, record[parameter]) for choice, record in records.items()}),
        errors,
        any(one.value() for one in bound_fields),
    )


def _each(parameter: str, value: Any) -> list[str]:
    """A value in words, one for each field."""
    return [str(one) for one in value.values()] if isinstance(value, dict) else [said(parameter, value)]


def _defaults(parameter: str, values: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What each preset says, those that agree together."""
    together: dict[str, list[str]] = {}
    for preset, value in values.items():
        together.setdefault(said(parameter, value), []).append(names[preset])
    if len(together) == 1:
        return _("In all of them: %(value)s.") % {"value": next(iter(together))}
    return "; ".join(f"{', '.join(who)}: {value}" for value, who in together.items()) + "."
