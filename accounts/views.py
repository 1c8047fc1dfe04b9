"""The pages about people: sign up, sign in, sign out."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login, views
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import addresses, links, mail_pages, mails, preferences, services
from accounts.forms import SignInForm, SignUpForm, add_refusal, refused_status
from accounts.models import User
from accounts.pages import BACKEND, base_of, target_of
from config.kernel.errors import ProblemError
from config.kernel.rates import address_of


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account; its owner is signed in at once and goes where they wanted to go."""
    target = target_of(request)
    guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
    if request.user.is_authenticated and guest is None:
        return redirect(target)
    form = SignUpForm(request.POST or None)
    user = enrol(request, form, guest) if request.method == "POST" else None
    if user is not None:
        return redirect(target) if request.user == user else mail_pages.sent(request)
    status = refused_status(form, 422) if form.is_bound else 200
    told = {"form": form, "nav": "signup", "next": target, "mail_is_sent": settings.MAIL_IS_SENT}
    return render(request, "accounts/signup.html", told, status=status)


def enrol(request: HttpRequest, form: SignUpForm, guest: User | None) -> User | None:
    """Make the account that a form asks for; None: the form says what is wrong.

    Its owner is signed in, or has a link to do so in the mail. A guest becomes its owner and stays signed in.
    """
    if not form.is_valid():
        return None
    zone = form.cleaned_data.pop("time_zone")
    try:
        user = services.register(**form.cleaned_data, address=address_of(request), guest=guest)
    except ProblemError as refused:
        add_refusal(form, refused)
        return None
    preferences.guess_zone(user, zone)
    if guest is None and not user.has_usable_password():
        mails.post(links.SIGN_IN, user, base_of(request))
        return user
    addresses.ask_to_confirm(user, base_of(request))
    login(request, user, backend=BACKEND)
    return user


class SignIn(views.LoginView):
    """Name and password."""

    template_name = "accounts/login.html"
    authentication_form = SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        """Whoever is signed in goes on; a guest may have an account to sign in to."""
        if isinstance(request.user, User) and not request.user.is_guest:
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **more)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the ways in by mail, where mail is sent."""
        return super().get_context_data(nav="login", mail_is_sent=settings.MAIL_IS_SENT, **more)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again; too many tries have a status of their own."""
        return self.render_to_response(self.get_context_data(form=form), status=refused_status(form, 200))


sign_in = SignIn.as_view()
sign_out = views.LogoutView.as_view()
