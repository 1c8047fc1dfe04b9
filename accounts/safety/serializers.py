"""The wire shapes of reports: what is read, checked, and what is told to the desk, the reporter and the person."""

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import User
from accounts.safety.models import Cause, Outcome, Report, Words
from accounts.serializers import Body

LONGEST_TEXT = 2_000
MOST_DAYS = 3_650


class FreeText(serializers.CharField):
    """A text of a few lines."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT, validators=[ProhibitNullCharactersValidator()], **more)


class Telling(Body):
    """What every report says: why in short, and in one's own words."""

    cause = serializers.ChoiceField(choices=Cause.values)
    text = FreeText(required=False, allow_blank=True)
    external_id = serializers.CharField(required=False, max_length=100, validators=[ProhibitNullCharactersValidator()])


class NewReport(Telling):
    """Something of a club: an announcement, or a person."""

    announcement = serializers.UUIDField(required=False)
    person = serializers.UUIDField(required=False)

    def validate(self, attrs: Any) -> Any:
        """One of the two."""
        if ("announcement" in attrs) == ("person" in attrs):
            raise serializers.ValidationError({"person": [_("Either an announcement or a person.")]})
        return attrs


class NewDecision(Body):
    """What follows, for how many days (no chat only), and why: the person reads it."""

    outcome = serializers.ChoiceField(choices=Outcome.values)
    days = serializers.IntegerField(required=False, min_value=1, max_value=MOST_DAYS)
    text = FreeText()


class NewClosing(Body):
    """Whether the decision stands, and why."""

    upheld = serializers.BooleanField()
    text = FreeText()


class NewAppeal(Body):
    """Why it should be decided otherwise."""

    text = FreeText()


# --- What is told -------------------------------------------------------------------------------------------------


def _text(words: Words | None) -> str | None:
    return words.text if words and words.text else None


def _name(user: User | None) -> str | None:
    return None if user is None or user.deleted_at else user.username


def _common(one: Report, club: str | None) -> dict[str, Any]:
    return {
        "id": str(one.id),
        "state": one.state,
        "club": club,
        "kind": one.kind,
        "cause": one.cause,
    }


def _decided(one: Report) -> dict[str, Any]:
    return {
        "decided_at": one.decided_at,
        "outcome": one.outcome or None,
        "until": one.until,
        "reason": _text(one.decision),
        "appealed_at": one.appealed_at,
        "appeal": _text(one.appeal),
        "closed_at": one.closed_at,
        "upheld": one.upheld,
        "closing": _text(one.closing),
    }


def for_desk(one: Report) -> dict[str, Any]:
    """A report for those who decide."""
    return {
        **_common(one, one.club.name if one.club else None),
        "created_at": one.created_at,
        "reporter": _name(one.reporter),
        "person": _name(one.person),
        "person_id": str(one.person_id),
        "text": _text(one.words),
        "evidence": _text(one.evidence),
        "game": str(one.game) if one.game else None,
        "game_version": one.game_version,
        "game_hash": one.game_hash or None,
        "decided_by": _name(one.decided_by),
        "closed_by": _name(one.closed_by),
        "by_the_house": one.waits and not one.by_a_club,
        **_decided(one),
    }


def made(one: Report, club: str | None) -> dict[str, Any]:
    """A report for who made it: that it was decided, not what of it, nor whether there was an appeal against it.

    `club`: its name, for who may know it (`selectors.names_of_clubs`); so also below.
    """
    return {
        **_common(one, club),
        "state": "decided" if one.decided_at else "open",
        "created_at": one.created_at,
        "person": _name(one.person),
        "text": _text(one.words),
        "decided_at": one.decided_at,
    }


def about_me(one: Report, club: str | None) -> dict[str, Any]:
    """A decision for whom it concerns: what it was about, what follows and why; not who reported, nor when."""
    return {
        **_common(one, club),
        "evidence": _text(one.evidence),
        **_decided(one),
        "may_appeal": one.may_be_appealed,
    }


def judged(one: Report, user: User, club: str | None) -> dict[str, Any]:
    """What somebody decided, and wrote, for the download of their data: of the report, of the appeal, or of both."""
    told: dict[str, Any] = {"id": str(one.id), "club": club, "kind": one.kind}
    if one.decided_by_id == user.id:
        told |= {"decided_at": one.decided_at, "outcome": one.outcome, "until": one.until}
        told |= {"reason": _text(one.decision)}
    if one.closed_by_id == user.id:
        told |= {"closed_at": one.closed_at, "upheld": one.upheld, "closing": _text(one.closing)}
    return told
