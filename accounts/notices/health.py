"""Whether notices go out: what has become of those of a day, and what should have gone out long ago."""

from datetime import datetime, timedelta

from django.db.models import Count, Q

from accounts.notices.models import Channel, Delivery

LATE = timedelta(minutes=10)
"""So long after its time has a notice gone out, or something is wrong."""
DAY = timedelta(days=1)
WORTH_AN_ALARM = 0.1
"""Such a part of what should have gone out in a day may fail."""

State = Delivery.State


def figures(now: datetime) -> dict[str, dict[str, int]]:
    """Of each channel in the last day: how many went out, were not needed any more, failed; and how many are late."""
    of_a_day = Delivery.objects.filter(changed_at__gt=now - DAY).exclude(state__in=(State.WAITING, State.SENDING))
    found = {channel: {"sent": 0, "not_needed": 0, "failed": 0, "late": 0} for channel in Channel.values}
    names = {State.SENT: "sent", State.DROPPED: "not_needed", State.FAILED: "failed"}
    for channel, state, n in of_a_day.values_list("channel", "state").annotate(n=Count("id")):
        found[channel][names[State(state)]] = n
    late = Delivery.objects.filter(Q(state=State.WAITING, due_at__lt=now - LATE))
    for channel, n in late.values_list("channel").annotate(n=Count("id")):
        found[channel]["late"] = n
    return found


def warnings(found: dict[str, dict[str, int]]) -> list[str]:
    """What of these figures an operator must know, in sentences."""
    said = []
    for channel, one in found.items():
        if one["late"]:
            said.append(f"{one['late']} notices by {channel} should have gone out more than 10 minutes ago.")
        if one["failed"] > WORTH_AN_ALARM * (one["failed"] + one["sent"]):
            said.append(f"{one['failed']} notices by {channel} failed within a day, {one['sent']} went out.")
    return said
