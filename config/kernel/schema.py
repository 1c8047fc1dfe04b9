"""How the OpenAPI schema describes refusals."""

from typing import Any

from rest_framework import serializers

from config.kernel.errors import ERRORS
from config.kernel.problem import MEDIA_TYPE


class Problem(serializers.Serializer[Any]):
    """application/problem+json: `code` is stable, `data` is plain, `detail` is a sentence for a person."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.ChoiceField(choices=sorted(ERRORS))
    detail = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


def problems(*codes: str) -> dict[tuple[int, str], type[Problem]]:
    """The responses of a route that may refuse with these codes; what any route may say is among them."""
    every = ("malformed", "method_not_allowed", "not_acceptable", "too_large", *codes)
    return {(ERRORS[code].status, MEDIA_TYPE): Problem for code in every}
