"""Reporting, deciding, appealing: who is told what, who decides, what is kept, and what follows."""

import hashlib
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from accounts.clubs import announcements, serializers, words
from accounts.clubs import services as club_services
from accounts.clubs.models import Announcement, Change, Role
from accounts.clubs.selectors import changes, look
from accounts.leaving import export, forget
from accounts.safety import selectors, services
from accounts.safety.models import Report, Words
from accounts.safety.services import Told
from config.kernel.errors import ProblemError
from tests.accounts.clubs.cast import Cast, role_of, send
from tests.accounts.safety.reporting import SAYS, WORDS, decide, report
from tests.games.playing import new_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return Cast()


def refusal(do: Any) -> str:
    with pytest.raises(ProblemError) as refused, transaction.atomic():
        do()
    return refused.value.code


def lines(cast: Cast) -> list[str]:
    """The club's log as an owner reads it, the newest first."""
    found = look(cast["owner"], id=cast.club.id)
    return [words.sentence(one) for one in serializers.changes(changes(found).rows)]


def api(cast: Cast, who: str, one: Report, what: str, **body: Any) -> Any:
    return send(cast.browser(who), "POST", f"/api/clubs/{cast.club.id}/reports/{one.id}/{what}", body)


# --- What is kept, and where ---


def test_the_text_is_kept_as_it_was_and_the_log_holds_its_salted_digest_only(cast: Cast) -> None:
    made = report(cast.asker, cast.target, cast.club.id)
    decide(cast["owner"], made)
    services.appeal(cast.target, made.id, "It was a joke.")
    rows = [row.data for row in Change.objects.filter(club=cast.club, data__report=str(made.id)).order_by("id")]
    assert len(rows) == 2, "of the decision and of the appeal"
    every = " ".join(map(str, rows))
    assert not any(text in every for text in (WORDS, SAYS, "Be kind.", "It was a joke."))
    kept = made.evidence
    assert kept is not None and kept.text == WORDS
    assert (rows[0]["kind"], rows[0]["cause"]) == ("chat", "insult")
    assert rows[0]["evidence"] == hashlib.sha256(bytes.fromhex(kept.salt) + WORDS.encode()).hexdigest()


def test_who_is_forgotten_leaves_no_word_of_theirs_and_the_decision_stays(cast: Cast) -> None:
    made = report(cast.asker, cast.target, cast.club.id)
    decide(cast["owner"], made)
    forget(cast.target)
    forget(cast.asker)
    assert set(Words.objects.exclude(author=cast["owner"]).values_list("text", "salt")) == {("", "")}
    told = selectors.one_of_club(look(cast["owner"], id=cast.club.id), made.id)
    assert told.outcome == "warning" and told.decision is not None and told.decision.text == "Be kind."


def test_one_takes_along_what_one_reported_and_what_was_decided_but_not_by_whom_one_was_reported(cast: Cast) -> None:
    decide(cast["owner"], report(cast.asker, cast.target, cast.club.id))
    theirs, mine = export(cast.target), export(cast.asker)
    assert mine["reports"][0]["text"] == SAYS and mine["decisions_about_me"] == []
    assert theirs["decisions_about_me"][0]["reason"] == "Be kind."
    (decided,) = export(cast["owner"])["decisions_by_me"]
    assert (decided["outcome"], decided["reason"]) == ("warning", "Be kind.") and "closing" not in decided
    assert "asker" not in str(theirs) and SAYS not in str(theirs)


def test_one_takes_along_all_that_one_reported_and_all_that_one_wrote_of_an_appeal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MOST_OF_ONES_OWN", 1)
    for _ in range(2):
        made = decide(cast["organizer"], report(cast.asker, cast.target, cast.club.id))
    services.appeal(cast.target, made.id, "It was a joke.")
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=True, text="It was none.")
    assert len(export(cast.asker)["reports"]) == len(export(cast.target)["decisions_about_me"]) == 2
    (closed,) = export(cast["owner"])["decisions_by_me"]
    assert closed["closing"] == "It was none." and "reason" not in closed


def test_the_same_external_id_is_the_same_report(cast: Cast) -> None:
    about = {"announcement": None, "person": cast.target.id}
    told = Told("name", "", "once")
    made = [services.report_in_club(cast["member"], cast.club.id, told, "", **about) for _ in range(2)]
    assert [new for _report, new in made] == [True, False] and Report.objects.count() == 1


@pytest.mark.parametrize(
    "body", [{}, {"cause": "dull"}, {"cause": "spam", "text": "a\x00b"}, {"cause": "spam", "x": 1}]
)
def test_what_is_no_report_is_refused(cast: Cast, body: dict[str, Any]) -> None:
    told = send(
        cast.browser("member"), "POST", f"/api/clubs/{cast.club.id}/reports", body | {"person": str(cast.target.id)}
    )
    assert (told.status_code, told.json()["code"]) == (400, "malformed")


# --- Who hears what ---


def test_the_reported_person_hears_nothing_before_the_decision_and_never_who_reported(cast: Cast) -> None:
    cast.people["target"] = cast.target
    browser = cast.browser("target")
    made = report(cast.asker, cast.target, cast.club.id)
    assert browser.get("/api/reports").json()["about_me"] == []
    assert browser.get(f"/reports/{made.id}").status_code == 404
    decide(cast["owner"], made)
    (told,) = browser.get("/api/reports").json()["about_me"]
    assert (told["outcome"], told["reason"], told["evidence"]) == ("warning", "Be kind.", WORDS)
    pages = [browser.get(path).content.decode() for path in ("/", "/reports", f"/reports/{made.id}", "/api/reports")]
    assert "A decision about you" in pages[0] and "Be kind." in pages[2]
    assert not any("asker" in page or SAYS in page for page in pages)


def test_who_reported_hears_that_it_was_decided_and_not_what(cast: Cast) -> None:
    made = report(cast["member"], cast.target, cast.club.id)
    browser = cast.browser("member")
    assert browser.get("/api/reports").json()["made"][0]["decided_at"] is None
    decide(cast["owner"], made, "banned")
    (told,) = browser.get("/api/reports").json()["made"]
    assert told["decided_at"] and "outcome" not in told and "reason" not in told
    assert "What you reported was decided." in browser.get("/").content.decode()


def test_who_reported_hears_nothing_of_an_appeal_and_so_not_that_something_followed(cast: Cast) -> None:
    made = decide(cast["organizer"], report(cast["member"], cast.target, cast.club.id))

    def hears() -> tuple[Any, Any, bool]:
        return (
            cast.browser("member").get("/api/reports").json()["made"],
            export(cast["member"])["reports"],
            selectors.on_home(cast["member"])["decided"],
        )

    before = hears()
    assert before[0][0]["state"] == "decided" and before[2]
    services.appeal(cast.target, made.id, "It was a joke.")
    assert hears() == before
    Report.objects.update(decided_at=timezone.now() - 2 * selectors.NEWS)
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=False, text="It was.")
    assert not hears()[2] and hears()[0][0]["state"] == "decided"


def test_to_a_stranger_the_name_of_a_club_is_told_neither_of_a_report_nor_of_a_decision() -> None:
    cast = Cast("invitation", "Secret Cards")
    game_id = new_table(cast["owner"], ["me", *["open"] * 3], club=str(cast.club.id), visibility="public")
    about_owner = send(cast.browser("stranger"), "POST", f"/api/games/{game_id}/reports", {"seat": 0, "cause": "spam"})
    assert (about_owner.status_code, about_owner.json()["club"]) == (201, None)
    made = decide(cast["owner"], report(cast["member"], cast["stranger"], cast.club.id))
    paths = ("/", "/reports", f"/reports/{made.id}", "/api/reports")
    told = [cast.browser("stranger").get(path).content.decode() for path in paths]
    assert "in a club, and it was decided" in told[2]
    assert not any("Secret Cards" in one for one in (*told, str(export(cast["stranger"]))))
    assert "Secret Cards" in cast.browser("member").get("/reports").content.decode(), "to who belongs there it is"


def test_an_officer_who_is_reported_finds_neither_the_report_nor_who_made_it(cast: Cast) -> None:
    made = report(cast["member"], cast["organizer"], cast.club.id)
    browser, home = cast.browser("organizer"), f"/api/clubs/{cast.club.id}"
    assert browser.get(f"{home}/reports").json()["reports"] == []
    assert browser.get(f"{home}/reports/{made.id}").status_code == 404
    assert api(cast, "organizer", made, "decision", outcome="nothing", text="I did well.").status_code == 404
    log = browser.get(f"{home}/log").content.decode()
    assert str(made.id) not in log and "insult" not in log
    assert "Something was reported." not in browser.get("/").content.decode()
    assert "Something was reported." in cast.browser("arbiter").get("/").content.decode()


# --- Who decides ---


def test_who_reported_does_not_decide_their_own_report(cast: Cast) -> None:
    made = report(cast["arbiter"], cast.target, cast.club.id)
    assert api(cast, "arbiter", made, "decision", outcome="warning", text="So.").status_code == 403
    page = cast.browser("arbiter").get(f"/clubs/{cast.club.slug}/reports/{made.id}").content.decode()
    assert "Somebody else decides this" in page and "<textarea" not in page
    assert api(cast, "organizer", made, "decision", outcome="warning", text="So.").status_code == 200
    assert api(cast, "owner", made, "decision", outcome="warning", text="So.").json()["code"] == "already_decided"


def test_an_appeal_is_decided_by_an_owner_who_did_not_decide_first(cast: Cast) -> None:
    made = decide(cast["organizer"], report(cast.asker, cast.target, cast.club.id))
    services.appeal(cast.target, made.id, "It was a joke.")
    told = {
        who: api(cast, who, made, "closing", upheld=False, text="It was.").status_code
        for who in ("organizer", "arbiter", "member", "owner")
    }
    assert told == {"organizer": 403, "arbiter": 403, "member": 403, "owner": 200}


def test_where_the_only_owner_decided_first_another_officer_decides_the_appeal(cast: Cast) -> None:
    made = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id))
    services.appeal(cast.target, made.id, "It was a joke.")
    assert api(cast, "owner", made, "closing", upheld=True, text="No.").status_code == 403
    assert api(cast, "arbiter", made, "closing", upheld=True, text="No.").status_code == 200


def test_an_appeal_is_made_once_by_the_person_and_against_something(cast: Cast) -> None:
    nothing = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id), "nothing")
    made = report(cast.asker, cast.target, cast.club.id)
    assert refusal(lambda: services.appeal(cast.target, made.id, "Why?")) == "not_found"
    decide(cast["owner"], made)
    assert refusal(lambda: services.appeal(cast.target, nothing.id, "Why?")) == "not_allowed"
    assert refusal(lambda: services.appeal(cast.asker, made.id, "Why?")) == "not_found"
    services.appeal(cast.target, made.id, "Why?")
    assert refusal(lambda: services.appeal(cast.target, made.id, "Why?")) == "already_appealed"


# --- What follows ---


def test_no_chat_lasts_until_its_day_and_ends_when_it_is_lifted(cast: Cast) -> None:
    made = decide(cast["arbiter"], report(cast.asker, cast.target, cast.club.id), "chat_off", days=7)
    assert made.until and selectors.chat_off_until(cast.target.id, cast.club.id) == made.until
    assert selectors.chat_off_until(cast.target.id, None) is None, "in this club alone"
    services.appeal(cast.target, made.id, "It was a joke.")
    assert selectors.chat_off_until(cast.target.id, cast.club.id), "an appeal alone lifts nothing"
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=False, text="It was.")
    assert selectors.chat_off_until(cast.target.id, cast.club.id) is None


@pytest.mark.parametrize(("outcome", "then"), [("removed", None), ("banned", "banned")])
def test_who_may_remove_people_may_decide_it_and_an_arbiter_may_not(cast: Cast, outcome: str, then: str | None) -> None:
    made = report(cast.asker, cast.target, cast.club.id)
    assert refusal(lambda: decide(cast["arbiter"], made, outcome)) == "not_allowed"
    decide(cast["organizer"], made, outcome)
    assert role_of(cast.club, cast.target) == then


def test_an_organizer_dismisses_no_officer_by_a_decision(cast: Cast) -> None:
    made = report(cast.asker, cast["arbiter"], cast.club.id)
    assert refusal(lambda: decide(cast["organizer"], made, "banned")) == "not_allowed"
    decide(cast["owner"], made, "banned")
    assert role_of(cast.club, cast["arbiter"]) == "banned"


def test_a_ban_that_is_lifted_lets_the_person_find_the_club_again(cast: Cast) -> None:
    made = decide(cast["organizer"], report(cast.asker, cast.target, cast.club.id), "banned")
    services.appeal(cast.target, made.id, "It was a joke.")
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=False, text="It was.")
    assert role_of(cast.club, cast.target) is None
    assert lines(cast)[:2] == [
        "owner decided an appeal of target: the decision is lifted.",
        "owner lifted the ban of target.",
    ]


def test_lifting_an_old_decision_leaves_a_later_ban_for_something_else(cast: Cast) -> None:
    made = decide(cast["organizer"], report(cast.asker, cast.target, cast.club.id), "banned")
    club_services.unban(cast["owner"], cast.club.id, cast.target.id)
    club_services.ban(cast["owner"], cast.club.id, cast.target.id)
    services.appeal(cast.target, made.id, "It was a joke.")
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=False, text="It was.")
    assert role_of(cast.club, cast.target) == "banned"


def test_an_arbiter_does_not_lift_by_an_appeal_the_ban_that_they_could_not_make(cast: Cast) -> None:
    cast["organizer"].memberships.update(role=Role.MEMBER)
    made = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id), "banned")
    services.appeal(cast.target, made.id, "It was a joke.")
    assert api(cast, "arbiter", made, "closing", upheld=False, text="It was.").status_code == 403
    page = cast.browser("arbiter").get(f"/clubs/{cast.club.slug}/reports/{made.id}").content.decode()
    assert "those who run the site decide it" in page, "since the only owner decided first"
    cast["organizer"].memberships.update(role=Role.ORGANIZER)
    assert api(cast, "organizer", made, "closing", upheld=False, text="It was.").status_code == 200
    assert role_of(cast.club, cast.target) is None


def test_nobody_who_is_forgotten_or_banned_already_is_banned_by_a_decision(cast: Cast) -> None:
    about_target, about_member = (report(cast.asker, who, cast.club.id) for who in (cast.target, cast["member"]))
    forget(cast.target)
    club_services.ban(cast["owner"], cast.club.id, cast["member"].id)
    for made in (about_target, about_member):
        assert refusal(lambda made=made: decide(cast["owner"], made, "banned")) == "not_allowed"
    with pytest.raises(ProblemError) as refused:
        club_services.ban(cast["owner"], cast.club.id, cast.target.id)
    assert refused.value.code == "not_found"


def test_there_is_no_appeal_to_decide_before_there_is_one(cast: Cast) -> None:
    made = report(cast.asker, cast.target, cast.club.id)
    told = api(cast, "owner", made, "closing", upheld=True, text="No.")
    assert (told.status_code, told.json()["code"]) == (404, "not_found")


def test_an_announcement_that_was_reported_is_taken_down_and_its_text_kept_for_the_appeal(cast: Cast) -> None:
    told, _ = announcements.announce(cast["organizer"], cast.club.id, title="Sunday", text="At five.", base="")
    of = {"announcement": told.id, "person": None}
    page = cast.browser("guest").get(f"/clubs/{cast.club.slug}/announcements").content.decode()
    assert f"/clubs/{cast.club.slug}/report?announcement={told.id}" in page, "beside it there is the way to report it"
    made, _ = services.report_in_club(cast["guest"], cast.club.id, Told("spam"), "", **of)
    assert refusal(lambda: decide(cast["arbiter"], made, "text_removed")) == "not_allowed", "as the matrix says"
    decide(cast["owner"], made, "text_removed")
    assert not Announcement.objects.exists()
    assert made.evidence is not None and made.evidence.text == "Sunday\nAt five."


def test_every_step_from_the_decision_on_is_a_line_of_the_log(cast: Cast) -> None:
    made = report(cast.asker, cast.target, cast.club.id)
    decide(cast["organizer"], made, "chat_off", days=30)
    services.appeal(cast.target, made.id, "It was a joke.")
    services.decide_appeal(cast["owner"], cast.club.id, made.id, upheld=True, text="No.")
    assert lines(cast)[:3] == [
        "owner decided an appeal of target: the decision stands.",
        "target appealed against a decision.",
        "organizer decided a report about target: no chat for 30 days.",
    ]


# --- How often ---


def test_a_person_and_an_address_report_only_so_often(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "key_prefix", str(uuid4()))
    settings.RATES = settings.RATES | {"reports by person": (1, 10**9), "reports by address": (2, 10**9)}
    path, told = f"/api/clubs/{cast.club.id}/reports", {"person": str(cast.target.id), "cause": "spam"}

    def tries(who: str, address: str) -> int:
        client = cast.program(who)
        return client.post(path, told, "application/json", REMOTE_ADDR=address).status_code

    assert [tries("member", "203.0.113.5"), tries("member", "203.0.113.6")] == [201, 429]
    assert [tries("arbiter", "203.0.113.5"), tries("owner", "203.0.113.5")] == [201, 429]


def test_nobody_who_has_a_part_in_a_report_can_be_deleted_with_it(cast: Cast) -> None:
    made = decide(cast["owner"], report(cast.asker, cast.target, cast.club.id))
    for row in (cast.asker, cast.target, cast["owner"]):
        with pytest.raises(ProtectedError) as refused, transaction.atomic():
            row.delete()
        assert made in refused.value.protected_objects
    assert Report.objects.get() == made


def test_nobody_reports_themselves_or_who_is_gone(cast: Cast) -> None:
    assert refusal(lambda: report(cast.asker, cast.asker, cast.club.id)) == "not_allowed"
    forget(cast.target)
    assert refusal(lambda: report(cast.asker, cast.target, cast.club.id)) == "not_found"
