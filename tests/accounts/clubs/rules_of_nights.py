"""Who is answered what at the routes of club nights and of clubs' calendar feeds; see tests/accounts/clubs/rules.py."""

from typing import Any

NIGHTS = """
GET /api/clubs/{club_id}/series = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/clubs/{club_id}/series = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/series/{series} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/series/{series}/changes = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
POST /api/series/{series}/later = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/series/{series}/rows = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
GET /clubs/{slug}/feed = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
POST /clubs/{slug}/feed = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /feeds/clubs/{club_id}.ics = 200 200 200 200 200 200 200 200 | 404 404 404 404 404 404 404 404
GET /feeds/clubs/{club_id}/x.ics = 404 404 404 404 404 404 404 404
GET /feeds/events/{event}.ics = 200 200 200 200 200 200 200 200 | 404 404 404 404 404 404 404 404
GET /feeds/events/{event}/x.ics = 404 404 404 404 404 404 404 404
GET /clubs/{slug}/nights = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
GET /clubs/{slug}/nights/new = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/nights/new = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /nights/{series} = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
GET /nights/{series}/log = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /nights/{series}/end = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /nights/{series}/2036-01-03 = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /nights/{series}/2036-01-03 = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /nights/{series}/2036-01-03/later = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /nights/{series}/2036-01-03/later = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
"""

KEY = "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11"
CHOSEN = {"name": "Hill nights", "format": "swiss", "starts": "2036-01-03T19:00"}
FORM = {"pace": "live", "zone": "UTC", "ruleset": "classic", "rounds": 0, "least_entries": 3, "every": "1", "key": KEY}
BODIES: dict[str, Any] = {
    "POST /api/clubs/{club_id}/series": {**CHOSEN, "rule": "FREQ=WEEKLY"},
    "POST /api/series/{series}/changes": {"do": "skip", "day": "2036-01-03"},
    "POST /api/series/{series}/later": {"day": "2036-01-03", "rule": "FREQ=WEEKLY;INTERVAL=2"},
    "POST /clubs/{slug}/nights/new": {**CHOSEN, **FORM},
    "POST /nights/{series}/end": {"day": "2036-01-10"},
    "POST /nights/{series}/2036-01-03": {"do": "move", "m-starts": "2036-01-03T20:00"},
    "POST /nights/{series}/2036-01-03/later": {**CHOSEN, **FORM},
}
