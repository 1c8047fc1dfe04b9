"""The pages of a club's house rulesets: all of them, one of them as text, and for the desk the form to keep them."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.pages import look, member, page, viewer
from accounts.clubs.permissions import Standing
from accounts.clubs.views import say
from config.kernel.errors import ProblemError
from engine.presets import build
from games import house_rules, rules_pages, rulesets
from games.forms import RulesetForm


@page("GET")
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What rules the club keeps."""
    found = look(request, slug, "see tables")
    context = {
        "club": found.club,
        "kept": rulesets.of_club(viewer(request), found.club.id),
        "may_keep": found.may("keep house rules"),
        "may_make": found.may("make a table"),
        "nav": "clubs",
    }
    return render(request, "games/club_rules.html", context)


@page("GET")
def club_rules_text(request: HttpRequest, slug: str, ruleset_id: UUID) -> HttpResponse:
    """One of them, as text."""
    found = look(request, slug, "see tables")
    one = rulesets.one_of(viewer(request), found.club.id, ruleset_id)
    return rules_pages.show(request, build(one.ruleset), title=one.name)


@page("GET", "POST")
def club_rules_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep rules under a name."""
    found = look(request, slug, "keep house rules")
    form = RulesetForm(request.POST or None)
    return _kept(request, found, form, lambda **rules: rulesets.save(member(request), found.club.id, **rules))


@page("GET", "POST")
def club_rules_edit(request: HttpRequest, slug: str, ruleset_id: UUID) -> HttpResponse:
    """Other rules, or another name."""
    found = look(request, slug, "keep house rules")
    one = rulesets.one_of(viewer(request), found.club.id, ruleset_id)
    form = RulesetForm(request.POST or None, initial={"name": one.name, **house_rules.entered(one.ruleset)})
    return _kept(request, found, form, lambda **new: rulesets.replace(member(request), found.club.id, one.id, **new))


def _kept(request: HttpRequest, found: Standing, form: RulesetForm, keep: Any) -> HttpResponse:
    if form.is_bound and form.is_valid():
        try:
            keep(name=form.cleaned_data["name"], ruleset=form.rules)
        except ProblemError as refused:
            say(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("club_rules", found.club.slug)
    context = {"form": form, "club": found.club, "nav": "clubs"}
    return render(request, "games/club_rules_form.html", context, status=422 if form.is_bound else 200)


@page("POST")
def club_rules_remove(request: HttpRequest, slug: str, ruleset_id: UUID) -> HttpResponse:
    """Keep it no longer."""
    rulesets.remove(member(request), look(request, slug).club.id, ruleset_id)
    messages.success(request, _("Removed. Tables that were made with it stay as they are."))
    return redirect("club_rules", slug)
