"""The page of one's calendar: quiet hours of one's own, vacations, and how many days are left."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts import calendars, preferences
from accounts.forms import QuietForm, VacationForm
from accounts.models import Vacation
from accounts.pages import account_required, owner
from config.kernel.errors import ERRORS, ProblemError


@account_required
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_store=True)
def calendar(request: HttpRequest) -> HttpResponse:
    """All of it, and the form for a new vacation."""
    user = owner(request)
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            calendars.enter(user, form.cleaned_data["begins"], form.cleaned_data["ends"])
        except ProblemError as refused:
            form.add_error(None, _said(refused))
        else:
            messages.success(request, _("It is entered. Where it is your turn now, it counts from your next."))
            return redirect("calendar")
    kept, now = preferences.of(user), timezone.now()
    context = {
        "nav": "account",
        "form": form,
        "quiet_form": QuietForm(initial={"quiet_from": kept.quiet_from, "quiet_to": kept.quiet_to}),
        "zone": kept.time_zone or "UTC",
        "now": now,
        "vacations": Vacation.objects.filter(user=user, ends__gt=now).order_by("begins"),
        "meanings": calendars.meanings(user),
        "years": list(calendars.years(user, now)),
    }
    return render(request, "accounts/calendar.html", context, status=422 if form.is_bound else 200)


@account_required
@require_POST
def quiet(request: HttpRequest) -> HttpResponse:
    """Choose quiet hours of one's own, or none."""
    form = QuietForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Quiet hours need a beginning and an end, and they are not the same."))
        return redirect("calendar")
    try:
        calendars.choose_quiet(owner(request), form.cleaned_data["quiet_from"], form.cleaned_data["quiet_to"])
    except ProblemError as refused:
        messages.error(request, _said(refused))
    else:
        messages.success(request, _("It is noted, and counts from your next turn at each table."))
    return redirect("calendar")


@account_required
@require_POST
def end(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """End a vacation now, or take one back."""
    try:
        if calendars.end(owner(request), vacation_id):
            messages.success(request, _("Welcome back: what is left of it is yours again."))
    except ProblemError as refused:
        messages.error(request, _said(refused))
    return redirect("calendar")


def _said(refused: ProblemError) -> str:
    return str(refused.detail or ERRORS[refused.code].title)
