"""The pages about people: sign up, sign in, sign out."""

from django.contrib.auth import login, views
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import SignInForm, SignUpForm, TooOften
from config.kernel.errors import ERRORS, ProblemError
from config.kernel.rates import address_of

BACKEND = "accounts.backends.PasswordBackend"


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account; its owner is signed in at once and goes where they wanted to go."""
    target = _next(request)
    if request.user.is_authenticated:
        return redirect(target)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = services.register(**form.cleaned_data, address=address_of(request))
        except ProblemError as refused:
            if refused.code == "rate_limited":
                form.add_error(None, TooOften())
            for field, faults in refused.data.get("fields", {}).items():
                for fault in faults:
                    form.add_error(field if field in form.fields else None, fault)
        else:
            login(request, user, backend=BACKEND)
            return redirect(target)
    status = refused_status(form, 422) if form.is_bound else 200
    return render(request, "accounts/signup.html", {"form": form, "nav": "signup", "next": target}, status=status)


def _next(request: HttpRequest) -> str:
    """Where to go afterwards: an address of this site, or the home page."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    fits = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if fits else "/"


def refused_status(form: BaseForm, usual: int) -> int:
    """The status of a page with a form that was refused."""
    return ERRORS["rate_limited"].status if form.has_error(NON_FIELD_ERRORS, TooOften.CODE) else usual


class SignIn(views.LoginView):
    """Name and password."""

    template_name = "accounts/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    extra_context = {"nav": "login"}

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again; too many tries have a status of their own."""
        return self.render_to_response(self.get_context_data(form=form), status=refused_status(form, 200))


sign_in = SignIn.as_view()
sign_out = views.LogoutView.as_view()
