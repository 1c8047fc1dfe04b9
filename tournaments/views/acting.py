"""What a button or a small form of an event's pages does."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.clubs.pages import member, page
from config.kernel.errors import ERRORS, ProblemError
from tournaments import asking, decisions, services


@page("POST")
def act(request: HttpRequest, event_id: UUID, act: str) -> HttpResponse:
    """What a button or a small form of the event's page does."""
    user, posted, now = member(request), request.POST, timezone.now()
    try:
        match act:
            case "publish":
                services.publish(user, event_id, now)
            case "enter":
                asked = asking.entry(posted)
                services.enter(user, event_id, asked["partners"], now, alone=asked["alone"])
            case "ask":
                other = asking.typed(asking.OtherEntry, "other", posted)
                services.ask_to_join(user, event_id, posted.get("entry", ""), other, now)
            case "accept":
                services.accept(user, event_id, posted.get("entry", ""), now)
            case "check-in":
                services.check_in(user, event_id, posted.get("entry", ""), now)
            case "withdraw":
                why = asking.typed(asking.Withdrawal, "reason", posted)
                services.withdraw(user, event_id, posted.get("entry", ""), now, why)
            case "protest":
                services.protest(user, event_id, asking.typed(asking.NewProtest, "reason", posted), now)
            case "decide":
                if posted.get("do") in decisions.FOR_GOOD and not posted.get("sure"):
                    raise ValidationError({"sure": []})
                decisions.decide(user, event_id, decisions.posted(posted), now)
            case _:
                raise ProblemError("not_found")
    except ValidationError:
        messages.error(request, _("Something is missing or too long: a reason is needed, and every field of the form."))
    except ProblemError as refused:
        if refused.code in ("not_found", "not_allowed"):
            raise
        messages.error(request, str(refused.detail or ERRORS[refused.code].title))
    else:
        messages.success(request, _("Done."))
    back = "event_desk" if posted.get("back") == "desk" else "event"
    return redirect(back, event_id)
