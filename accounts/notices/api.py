"""The API of notices: what waits for you, how you want to be told, the browsers that show it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import PRIVATE, person, read
from accounts.models import User
from accounts.notices import keys, pushing, selectors, services, ways, wishes, writing
from accounts.notices.kinds import KINDS
from accounts.notices.models import Channel, Mode
from accounts.serializers import Body
from config.kernel.errors import ProblemError
from config.kernel.schema import problems

READING = problems("unauthenticated", "not_allowed")
WRITING = READING | problems("unsupported_media_type")


class Entry(serializers.Serializer[Any]):
    """A notice, in your language and time zone; `page` is an address of this site."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    page = serializers.CharField()
    at = serializers.DateTimeField()
    seen = serializers.BooleanField()


class Entries(serializers.Serializer[Any]):
    """The newest notices that still mean something, and how many you have not seen."""

    notices = Entry(many=True)
    unseen = serializers.IntegerField()


class Modes(serializers.Serializer[Any]):
    """How often you are told of a kind: `every` time, `once` until you have looked, in a daily `digest`, `never`."""

    mail = serializers.ChoiceField(choices=Mode.values, required=False)
    push = serializers.ChoiceField(choices=Mode.values, required=False)


class Known(serializers.Serializer[Any]):
    """How you want to be told. `ladder`: minutes before a deadline. `push_key`: for `PushManager.subscribe`; null where
    the site offers no Web Push."""

    modes = serializers.DictField(child=Modes())
    ladder = serializers.ListField(child=serializers.IntegerField())
    digest_hour = serializers.IntegerField()
    no_mail = serializers.BooleanField()
    browsers = serializers.IntegerField()
    push_key = serializers.CharField(allow_null=True)


class Chosen(Body):
    """What of it you choose; what is not there stays."""

    modes = serializers.DictField(child=Modes(), required=False)
    ladder = serializers.ListField(
        child=serializers.IntegerField(min_value=wishes.SHORTEST_RUNG, max_value=wishes.LONGEST_RUNG),
        required=False,
        max_length=wishes.MOST_RUNGS,
    )
    digest_hour = serializers.IntegerField(min_value=0, max_value=23, required=False)
    no_mail = serializers.BooleanField(required=False)

    def validate_modes(self, told: dict[str, Any]) -> dict[str, Any]:
        """Of kinds that there are."""
        if strange := set(told) - set(KINDS):
            raise serializers.ValidationError(f"There is no such kind: {sorted(strange)[0][:30]}")
        return told


class Keys(Body):
    """The keys of a browser, as `PushSubscription.toJSON` gives them."""

    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)


class NewBrowser(Body):
    """A browser that is to show your notices: its `PushSubscription`."""

    endpoint = serializers.CharField(max_length=500)
    keys = Keys()
    expirationTime = serializers.IntegerField(required=False, allow_null=True)


class Browser(Body):
    """A browser, by its endpoint."""

    endpoint = serializers.CharField(max_length=500)


def body(user: User) -> dict[str, Any]:
    """The body of `GET /api/notices/wishes`."""
    kept = selectors.reader_of(user.id)
    return {
        "modes": {
            name: {channel: wishes.chosen(kept.modes, name, channel) for channel in Channel.values} for name in KINDS
        },
        "ladder": kept.ladder,
        "digest_hour": kept.digest_hour,
        "no_mail": kept.no_mail,
        "browsers": selectors.browsers_of(user.id),
        "push_key": keys.public() if keys.offered() else None,
    }


class NoticesView(APIView):
    """`/api/notices`"""

    @extend_schema(responses={200: Entries, **READING})
    def get(self, request: Request) -> Response:
        """What waits for you. Looking here is not seeing it: say so by POST."""
        user = person(request)
        with ways.in_their_words(user):
            listed = [one._asdict() for one in selectors.entries(user.id)]
        return Response(
            {"notices": Entry(listed, many=True).data, "unseen": selectors.unseen(user.id)}, headers=PRIVATE
        )

    @extend_schema(request=None, responses={204: None, **WRITING})
    def post(self, request: Request) -> Response:
        """You have seen all that is open."""
        writing.seen(person(request).id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WishesView(APIView):
    """`/api/notices/wishes`"""

    @extend_schema(responses={200: Known, **READING})
    def get(self, request: Request) -> Response:
        """How you want to be told."""
        return Response(body(person(request)), headers=PRIVATE)

    @extend_schema(request=Chosen, responses={200: Known, **WRITING, **problems("rate_limited")})
    def patch(self, request: Request) -> Response:
        """Choose how you want to be told."""
        user = person(request)
        services.choose(user, **read(Chosen, request))
        return Response(body(user), headers=PRIVATE)


class BrowsersView(APIView):
    """`/api/notices/browsers`"""

    @extend_schema(request=NewBrowser, responses={200: Known, **WRITING, **problems("rate_limited")})
    def post(self, request: Request) -> Response:
        """Have a browser show your notices, by its push service: https and port 443 only."""
        user, asked = person(request), read(NewBrowser, request)
        pushing.subscribe(user, asked["endpoint"], **asked["keys"])
        if request.auth is None:  # a page: who signs out of it is told nothing there any more
            request.session[pushing.SHOWS_HERE] = asked["endpoint"]
        return Response(body(user), headers=PRIVATE)

    @extend_schema(request=Browser, responses={204: None, **WRITING, **problems("not_found")})
    def delete(self, request: Request) -> Response:
        """Forget a browser."""
        if not pushing.unsubscribe(person(request), read(Browser, request)["endpoint"]):
            raise ProblemError("not_found")
        return Response(status=status.HTTP_204_NO_CONTENT)
