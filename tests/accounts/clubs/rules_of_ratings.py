"""Who is answered what at every route of ratings, written as in `rules`."""

from typing import Any

RATINGS = """
GET /api/leaderboard = 200 200 200 200 200 200 200 200
GET /api/clubs/{club_id}/leaderboard = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
GET /api/clubs/{club_id}/margins = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
GET /api/clubs/{club_id}/pairs = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
GET /api/clubs/{club_id}/results = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/clubs/{club_id}/seasons = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
POST /api/clubs/{club_id}/seasons = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/clubs/{club_id}/seasons/{season} = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
DELETE /api/clubs/{club_id}/seasons/{season} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/people/{target}/ratings = 200 200 200 200 404 404 404 404
PATCH /api/ratings/me = 200 200 200 200 200 200 200 401
GET /api/games/{ended}/rating = 200 200 200 200 200 404 404 404
POST /api/games/{ended}/rating = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 401
GET /leaderboard = 200 200 200 200 200 200 200 200
GET /clubs/{slug}/leaderboard = 200 200 200 200 403 403 404 login | 200 200 200 200 403 404 404 login
GET /clubs/{slug}/seasons/new = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/seasons/new = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /clubs/{slug}/seasons/{season} = 200 200 200 200 403 403 404 login | 200 200 200 200 403 404 404 login
POST /clubs/{slug}/seasons/{season}/remove = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /ratings = 302 302 302 302 302 302 302 login
POST /ratings/listing = 302 302 302 302 302 302 302 login
GET /people/{target}/ratings = 200 200 200 200 404 404 404 404
GET /tables/{ended}/rating = 200 200 200 200 200 404 404 404
POST /tables/{ended}/rating = 302 302 302 403 403 404 404 404
"""

SEASON = {"name": "Winter", "begins": "2026-12-01", "ends": "2027-02-28"}
BODIES: dict[str, Any] = {
    "POST /api/clubs/{club_id}/seasons": SEASON,
    "POST /clubs/{slug}/seasons/new": {**SEASON, "key": "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11"},
    "PATCH /api/ratings/me": {"listed": True},
    "POST /api/games/{ended}/rating": {"annulled": True, "reason": "The cards were seen."},
    "POST /tables/{ended}/rating": {"annulled": "yes", "reason": "The cards were seen."},
}
