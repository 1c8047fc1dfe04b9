"""House rulesets of a club: kept by its desk under a name, chosen by its members, and no table changes with them."""

from typing import Any

import pytest

from accounts.clubs.models import Change
from engine.presets import PRESETS, build
from games import house_rules, overview, rulesets
from games.models import ClubRuleset, Game
from tests.accounts.clubs.cast import Cast
from tests.games.playing import new_table, seen
from tests.games.test_tables import client, code

pytestmark = pytest.mark.django_db
OURS: dict[str, Any] = {"base": "favourite", "draw": 3, "minimums": [60, 90]}


def keep(cast: Cast, name: str = "Our rules", ruleset: Any = OURS, who: str = "organizer", **more: Any) -> Any:
    body = {"name": name, "ruleset": ruleset, **more}
    return client(cast[who]).post(f"/api/clubs/{cast.club.id}/rulesets", body, "application/json")


def test_the_desk_keeps_rules_as_a_complete_record_and_members_list_them() -> None:
    cast = Cast()
    made = keep(cast)
    assert made.status_code == 201
    kept = {"id": made.json()["id"], "name": "Our rules", "ruleset": build(OURS).to_dict()}
    assert made.json() == kept
    for who in ("member", "guest"):
        assert client(cast[who]).get(f"/api/clubs/{cast.club.id}/rulesets").json() == {"rulesets": [kept]}


def test_the_same_external_id_in_the_club_is_the_same_rules_whoever_asks() -> None:
    cast = Cast()
    first = keep(cast, external_id="r-1")
    again = keep(cast, "Others", "classic", "owner", external_id="r-1")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()


def test_rules_that_cannot_stand_are_refused_with_all_that_is_wrong_and_nothing_is_kept() -> None:
    cast = Cast()
    wrong = {"base": "classic", "draw": 99, "pile_take": -4, "stock": "none"}
    answer = keep(cast, ruleset=wrong)
    assert answer.status_code == 422
    assert {fault["parameter"] for fault in answer.json()["data"]["faults"]} == {"draw", "pile_take", "stock"}
    assert code(keep(cast, ruleset="poker")) == (422, "ruleset_unknown")
    assert code(keep(cast, ruleset=5)) == (400, "malformed")
    assert not ClubRuleset.objects.exists()


@pytest.mark.parametrize("name", ["our RULES", "Classic", "custom", "", "two\nlines", "x" * 61])
def test_a_name_is_the_club_s_own_and_no_preset_s(name: str) -> None:
    cast = Cast()
    keep(cast)
    answer = keep(cast, name)
    assert code(answer) == (400, "malformed")
    assert "name" in answer.json()["data"]["fields"]


def test_they_are_changed_renamed_and_removed_and_the_club_s_log_says_by_whom() -> None:
    cast = Cast()
    path = f"/api/clubs/{cast.club.id}/rulesets/{keep(cast).json()['id']}"
    owner = client(cast["owner"])
    changed = owner.put(path, {"name": "OUR rules", "ruleset": "classic"}, "application/json")
    assert (changed.status_code, changed.json()["name"]) == (200, "OUR rules")
    assert changed.json()["ruleset"] == PRESETS["classic"].to_dict()
    assert owner.get(path).json() == changed.json()
    assert owner.delete(path).status_code == 204
    assert owner.get(path).status_code == 404
    acts = list(Change.objects.filter(club=cast.club, act__startswith="ruleset").values_list("act", "actor"))
    people = (cast["organizer"].id, cast["owner"].id, cast["owner"].id)
    assert sorted(acts) == sorted(zip(("ruleset_saved", "ruleset_changed", "ruleset_removed"), people, strict=True))
    log = cast.browser("owner").get(f"/clubs/{cast.club.slug}/log").content.decode()
    assert "owner removed house rules." in log


def test_a_table_of_the_club_takes_them_by_their_name_and_keeps_them_whatever_becomes_of_them() -> None:
    cast = Cast()
    kept = keep(cast).json()
    body = {"ruleset": "our rules", "club": str(cast.club.id), "seats": ["me", *["bot:random"] * 3]}
    made = client(cast["member"]).post("/api/games", body, "application/json")
    assert (made.status_code, made.json()["view"]["ruleset"]) == (201, kept["ruleset"])
    rulesets.remove(cast["owner"], cast.club.id, kept["id"])
    (listed,) = client(cast["guest"]).get(f"/api/games?club={cast.club.id}").json()["games"]
    assert listed["ruleset_name"] == "Our rules"
    assert seen(Game.objects.get().id).state.table.ruleset == kept["ruleset"]
    page = cast.browser("guest")
    for address in (f"/tables/{listed['id']}", f"/tables/{listed['id']}/rules", f"/clubs/{cast.club.slug}"):
        assert "Our rules" in page.get(address).content.decode()
    assert code(client(cast["member"]).post("/api/games", body, "application/json")) == (422, "ruleset_unknown")


def test_the_same_request_again_is_the_same_table_though_its_rules_have_been_removed_since() -> None:
    cast = Cast()
    kept = keep(cast).json()
    body = {"ruleset": "our rules", "club": str(cast.club.id), "external_id": "tuesday"}
    body |= {"seats": ["me", *["bot:random"] * 3]}
    first = client(cast["member"]).post("/api/games", body, "application/json")
    rulesets.remove(cast["owner"], cast.club.id, kept["id"])
    again = client(cast["member"]).post("/api/games", body, "application/json")
    assert (first.status_code, again.status_code, again.json()["id"]) == (201, 200, first.json()["id"])


def test_how_a_club_calls_its_rules_is_told_to_nobody_who_does_not_belong() -> None:
    cast = Cast()
    keep(cast)
    body = {"ruleset": "our rules", "club": str(cast.club.id), "visibility": "public"}
    body |= {"seats": ["me", *["bot:random"] * 3]}
    game_id = client(cast["member"]).post("/api/games", body, "application/json").json()["id"]
    for who, known in {"guest": True, "stranger": False, "banned": False, "anonymous": False}.items():
        browser = cast.browser(who)
        for path in ("/api/games", f"/tables/{game_id}", f"/tables/{game_id}/rules"):
            assert ("Our rules" in browser.get(path).content.decode()) is known, (who, path)
        assert known or "Our rules" not in browser.get("/").content.decode()


def test_elsewhere_their_name_is_no_ruleset() -> None:
    cast = Cast()
    keep(cast)
    answer = client(cast["member"]).post("/api/games", {"ruleset": "Our rules"}, "application/json")
    assert code(answer) == (422, "ruleset_unknown")


def test_rules_that_lack_cards_for_so_many_players_are_refused_when_the_table_is_made() -> None:
    cast = Cast()
    assert keep(cast, ruleset={"base": "classic", "packs": 3}).status_code == 201
    body = {"ruleset": "Our rules", "club": str(cast.club.id), "players": 7}
    assert code(client(cast["member"]).post("/api/games", body, "application/json")) == (422, "ruleset_too_few_cards")


def test_a_club_keeps_no_more_than_a_person_can_look_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "MOST", 1)
    cast = Cast()
    keep(cast)
    assert code(keep(cast, "More")) == (400, "malformed")


# --- Pages ---


def test_the_desk_enters_them_in_the_form_for_house_rules_and_finds_them_there_again() -> None:
    cast = Cast()
    browser, path = cast.browser("organizer"), f"/clubs/{cast.club.slug}/rules"
    entered = {"name": "Our rules", "ruleset": "favourite", "house_draw": "3", "house_minimums": "60, 90"}
    assert browser.post(f"{path}/new", entered).headers["Location"] == path
    one = ClubRuleset.objects.get()
    assert one.ruleset == build(OURS).to_dict()
    form = browser.get(f"{path}/{one.id}/edit").context["form"]
    assert {name: form[name].value() for name in entered} == entered
    assert browser.post(f"{path}/{one.id}/edit", {**entered, "house_draw": "99"}).status_code == 422
    assert "Our rules" in cast.browser("guest").get(path).content.decode()
    assert f"{path}/new" not in cast.browser("member").get(path).content.decode()
    assert browser.post(f"{path}/{one.id}/remove").status_code == 302
    assert not ClubRuleset.objects.exists()


@pytest.mark.pure
@pytest.mark.parametrize("base", PRESETS)
def test_whatever_record_is_kept_is_entered_again_as_the_same_rules(base: str) -> None:
    changes = {"draw": 3, "wild_melds": False, "books_to_go_out": {"clean": 1, "dirty": 3, "wild": 0}, "packs": 6}
    record = build({"base": base, **changes}).to_dict()
    fields = house_rules.entered(record)
    assert build(house_rules.ruleset_of(fields["ruleset"], fields)).to_dict() == record


def test_a_member_chooses_them_in_the_form_for_a_new_table_which_is_then_the_club_s() -> None:
    cast = Cast()
    one, _ = rulesets.save(cast["owner"], cast.club.id, name="Our rules", ruleset=OURS)
    browser = cast.browser("member")
    assert f'value="club:{one.id}"' in browser.get("/tables/new").content.decode()
    assert f'value="club:{one.id}"' not in cast.browser("stranger").get("/tables/new").content.decode()
    form = {"ruleset": f"club:{one.id}", "layout": "2-2", "seat_2": "bot"}
    assert browser.post("/tables/new/check", form).json() == {"faults": {}}
    assert browser.post("/tables/new", form).status_code == 302
    game = Game.objects.get()
    assert (game.club, game.rules_title) == (cast.club.id, "Our rules")
    changed = browser.post("/tables/new", {**form, "house_draw": "1", "club": str(cast.club.id)})
    assert changed.status_code == 302
    other = Game.objects.exclude(id=game.id).get()
    assert other.rules_title == ""
    assert seen(other.id).state.table.ruleset == one.ruleset | {"draw": 1}
    assert cast.browser("stranger").post("/tables/new", form).status_code == 422
    assert overview.title_of(other.id, cast["member"].id) == "House rules"


def test_a_name_with_what_no_text_holds_is_no_ruleset() -> None:
    cast = Cast()
    with pytest.raises(Exception, match="ruleset_unknown"):
        new_table(cast["member"], ["me", *["open"] * 3], ruleset="Our\x00rules", club=str(cast.club.id))
