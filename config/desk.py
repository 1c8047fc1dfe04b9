"""The operators' desk: reports that no club can decide. `manage.py operator NAME` opens it, as it opens /admin/."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.pages import member, page
from accounts.models import User
from accounts.safety import selectors, services
from accounts.safety.forms import ClosingForm
from accounts.safety.views import form_for
from config.models import Operator


def _operator(request: HttpRequest) -> tuple[User, bool]:
    """The operator who looks, and whether they are the only one."""
    user, operators = member(request), set(Operator.objects.values_list("user_id", flat=True))
    if user.id not in operators:
        raise Http404
    return user, len(operators) == 1


@page("GET")
def reports(request: HttpRequest) -> HttpResponse:
    """What is to be decided, the oldest first."""
    told = {"reports": selectors.of_the_house(*_operator(request)), "nav": "account"}
    return render(request, "safety/queue.html", told)


@page("GET", "POST")
def report(request: HttpRequest, report_id: UUID) -> HttpResponse:
    """A report, and the form to decide it."""
    user, alone = _operator(request)
    one = selectors.one_of_the_house(user, report_id, alone)
    form = form_for(request, one, None)
    if form and form.is_bound and form.is_valid():
        if isinstance(form, ClosingForm):
            services.decide_appeal_as_the_house(user, one.id, alone, **form.cleaned_data)
        else:
            services.decide_as_the_house(user, one.id, alone, **form.decided())
        messages.success(request, _("It is decided, and told."))
        return redirect("site_reports")
    told = {"report": one, "form": form, "nav": "account"}
    return render(request, "safety/one.html", told, status=422 if form and form.is_bound else 200)
