"""Who is answered what at every route: one line each, first in the open world, then in the hidden one.

The columns are the cast: owner, organizer, arbiter, member, guest, stranger, banned, anonymous. `login`: asked to sign
in first. A route may have several lines, where what is done depends on more than its address.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

PEOPLE = """
GET /healthz = 200 200 200 200 200 200 200 200
GET /readyz = 503 503 503 503 503 503 503 503
GET /api/tokens = 200 200 200 200 200 200 200 401
POST /api/tokens = 201 201 201 201 201 201 201 401
DELETE /api/tokens/{token} = 204 404 404 404 404 404 404 401
GET /login/mail = 200 200 200 200 200 200 200 200
POST /login/mail = 200 200 200 200 200 200 200 200
GET /login/forgotten = 200 200 200 200 200 200 200 200
POST /login/forgotten = 200 200 200 200 200 200 200 200
GET /mailed/reset/x = 410 410 410 410 410 410 410 410
POST /mailed/reset/x = 410 410 410 410 410 410 410 410
GET /account = 200 200 200 200 200 200 200 login
GET /account/preferences = 200 200 200 200 200 200 200 login
POST /account/preferences = 200 200 200 200 200 200 200 login
GET /api/preferences = 200 200 200 200 200 200 200 401
PATCH /api/preferences = 200 200 200 200 200 200 200 401
GET /account/calendar = 200 200 200 200 200 200 200 login
POST /account/calendar = 302 302 302 302 302 302 302 login
POST /account/calendar/quiet = 302 302 302 302 302 302 302 login
POST /account/calendar/vacations/1/end = 302 302 302 302 302 302 302 login
GET /api/calendar = 200 200 200 200 200 200 200 401
PATCH /api/calendar = 200 200 200 200 200 200 200 401
POST /api/calendar/vacations = 201 201 201 201 201 201 201 401
DELETE /api/calendar/vacations/1 = 404 404 404 404 404 404 404 401
GET /account/feed = 200 200 200 200 200 200 200 login
POST /account/feed = 200 200 200 200 200 200 200 login
POST /account/feed/off = 302 302 302 302 302 302 302 login
GET /feeds/x.ics = 404 404 404 404 404 404 404 404
GET /notices = 200 200 200 200 200 200 200 login
GET /account/notices = 200 200 200 200 200 200 200 login
POST /account/notices = 422 422 422 422 422 422 422 login
GET /unsubscribe/x = 410 410 410 410 410 410 410 410
POST /unsubscribe/x = 410 410 410 410 410 410 410 410
GET /manifest.webmanifest = 200 200 200 200 200 200 200 200
GET /worker.js = 200 200 200 200 200 200 200 200
GET /offline = 200 200 200 200 200 200 200 200
GET /api/notices = 200 200 200 200 200 200 200 401
POST /api/notices = 204 204 204 204 204 204 204 401
GET /api/notices/wishes = 200 200 200 200 200 200 200 401
PATCH /api/notices/wishes = 200 200 200 200 200 200 200 401
POST /api/notices/browsers = 200 200 200 200 200 200 200 401
DELETE /api/notices/browsers = 404 404 404 404 404 404 404 401
GET /account/export = 200 200 200 200 200 200 200 login
GET /account/delete = 200 200 200 200 200 200 200 login
POST /account/delete = 200 200 200 200 200 200 200 login
GET /account/email = 200 200 200 200 200 200 200 login
POST /account/email = 200 200 200 200 200 200 200 login
POST /account/email/confirm = 302 302 302 302 302 302 302 login
GET /account/password = 200 200 200 200 200 200 200 login
POST /account/password = 200 200 200 200 200 200 200 login
GET /account/sign-out-everywhere = 200 200 200 200 200 200 200 login
POST /account/sign-out-everywhere = login login login login login login login login
GET /account/programs = 200 200 200 200 200 200 200 login
POST /account/programs = 200 200 200 200 200 200 200 login
POST /account/programs/{token}/revoke = 302 302 302 302 302 302 302 login
GET /account/blocks = 200 200 200 200 200 200 200 login
POST /account/blocks = 302 302 302 302 302 302 302 login
POST /account/blocks/{target}/undo = 302 302 302 302 302 302 302 login
GET /api/blocks = 200 200 200 200 200 200 200 401
POST /api/blocks = 200 200 200 200 200 200 200 401
DELETE /api/blocks/{target} = 404 404 404 404 404 404 404 401
GET /reports = 200 200 200 200 200 200 200 login
GET /reports/{decided} = 404 404 404 404 404 404 404 login
POST /reports/{decided} = 404 404 404 404 404 404 404 login
GET /api/reports = 200 200 200 200 200 200 200 401
POST /api/reports/{decided}/appeal = 404 404 404 404 404 404 404 401
GET /site/reports = 404 404 404 404 404 404 404 login
GET /site/reports/{report} = 404 404 404 404 404 404 404 login
POST /site/reports/{report} = 404 404 404 404 404 404 404 login
POST /account/programs/mark = 302 302 302 302 302 302 302 login
GET /api/schema = 200 200 200 200 200 200 200 200
GET /api/docs = 200 200 200 200 200 200 200 200
POST /api/register = 201 201 201 201 201 201 201 201
POST /api/token = 401 401 401 401 401 401 401 401
GET /api/me = 200 200 200 200 200 200 200 401
GET /signup = 302 302 302 302 302 302 302 200
POST /signup = 302 302 302 302 302 302 302 302
GET /login = 302 302 302 302 302 302 302 200
POST /login = 302 302 302 302 302 302 302 200
PUT /login = 302 302 302 302 302 302 302 200
POST /logout = 302 302 302 302 302 302 302 302
"""

CLUBS = """
GET /api/clubs = 200 200 200 200 200 200 200 200
GET /api/clubs?mine=1 = 200 200 200 200 200 200 200 401
POST /api/clubs = 201 201 201 201 201 201 201 401
GET /api/clubs/{club_id} = 200 200 200 200 200 200 404 200 | 200 200 200 200 200 404 404 404
PATCH /api/clubs/{club_id} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
DELETE /api/clubs/{club_id} = 204 403 403 403 403 403 404 401 | 204 403 403 403 403 404 404 401
POST /api/clubs/{club_id}/me = 200 200 200 200 200 200 404 401 | 200 200 200 200 200 404 404 401
PATCH /api/clubs/{club_id}/me = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 401
DELETE /api/clubs/{club_id}/me = 409 204 204 204 204 204 404 401 | 409 204 204 204 204 404 404 401
PUT /api/clubs/{club_id}/owner = 200 403 403 403 403 403 404 401 | 200 403 403 403 403 404 404 401
GET /api/clubs/{club_id}/members = 200 200 200 200 403 403 404 401 | 200 200 200 200 403 404 404 404
PATCH /api/clubs/{club_id}/members/{target} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/members/{target} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/clubs/{club_id}/stand-ins = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
GET /api/clubs/{club_id}/requests = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/clubs/{club_id}/requests/{asker} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/requests/{asker} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/clubs/{club_id}/bans = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
PUT /api/clubs/{club_id}/bans/{target} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/bans/{outcast} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/clubs/{club_id}/announcements = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
POST /api/clubs/{club_id}/announcements = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
POST /api/clubs/{club_id}/announcements/{told} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/announcements/{told} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/clubs/{club_id}/log = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
GET /api/clubs/{club_id}/reports = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
POST /api/clubs/{club_id}/reports = 201 201 201 201 403 403 404 401 | 201 201 201 201 403 404 404 401
GET /api/clubs/{club_id}/reports/{report} = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
POST /api/clubs/{club_id}/reports/{report}/decision = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 401
POST /api/clubs/{club_id}/reports/{appealed}/closing = 200 403 403 403 403 403 404 401 | 200 403 403 403 403 404 404 401
GET /clubs/{slug}/report?announcement={told} = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
POST /clubs/{slug}/report?person={target} = 302 302 302 302 403 403 404 login | 302 302 302 302 403 404 404 login
GET /clubs/{slug}/reports = 200 200 200 403 403 403 404 login | 200 200 200 403 403 404 404 login
GET /clubs/{slug}/reports/{report} = 200 200 200 403 403 403 404 login | 200 200 200 403 403 404 404 login
POST /clubs/{slug}/reports/{report} = 302 302 302 403 403 403 404 login | 302 302 302 403 403 404 404 login
GET /api/clubs/{club_id}/rulesets = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
POST /api/clubs/{club_id}/rulesets = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/clubs/{club_id}/rulesets/{kept} = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
PUT /api/clubs/{club_id}/rulesets/{kept} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/rulesets/{kept} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
GET /api/clubs/{club_id}/invitations = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/clubs/{club_id}/invitations = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/invitations/{card} = 204 204 403 403 403 403 404 401 | 204 204 403 403 403 404 404 401
POST /api/clubs/{club_id}/invitation-lists?dry_run=1 = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
POST /api/clubs/{club_id}/invitation-lists = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/clubs/{club_id}/invitation-lists/{list} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/clubs/{club_id}/invitation-lists/{list} = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
POST /api/join = 200 200 200 200 200 200 404 401
GET /clubs = 200 200 200 200 200 200 200 200
GET /clubs/new = 200 200 200 200 200 200 200 login
POST /clubs/new = 302 302 302 302 302 302 302 login
GET /clubs/{slug} = 200 200 200 200 200 200 404 200 | 200 200 200 200 200 404 404 404
POST /clubs/{slug}/join = 302 302 302 302 302 302 404 login | 302 302 302 302 302 404 404 login
GET /clubs/{slug}/me = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
POST /clubs/{slug}/me = 302 302 302 302 302 403 404 login | 302 302 302 302 302 404 404 login
POST /clubs/{slug}/leave = 409 302 302 302 302 302 404 login | 409 302 302 302 302 404 404 login
GET /clubs/{slug}/settings = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/settings = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/close = 302 403 403 403 403 403 404 login | 302 403 403 403 403 404 404 login
GET /clubs/{slug}/members = 200 200 200 200 403 403 404 login | 200 200 200 200 403 404 404 login
GET /clubs/{slug}/members/{target} = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/members/{target}/role = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{target}/remove = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{target}/ban = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{target}/hand-over = 302 403 403 403 403 403 404 login | 302 403 403 403 403 404 404 login
POST /clubs/{slug}/members/{asker}/admit = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{asker}/decline = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{outcast}/unban = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/members/{target}/nothing = 404 404 404 404 404 404 404 login
GET /clubs/{slug}/announcements = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
POST /clubs/{slug}/announcements = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/announcements/{told}/again = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/announcements/{told}/remove = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /clubs/{slug}/rules = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /clubs/{slug}/rules/new = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/rules/new = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /clubs/{slug}/rules/{kept} = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /clubs/{slug}/rules/{kept}/edit = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/rules/{kept}/edit = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/rules/{kept}/remove = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /clubs/{slug}/log = 200 200 200 403 403 403 404 login | 200 200 200 403 403 404 404 login
GET /clubs/{slug}/invite = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/invite/link = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/invite/cards = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /clubs/{slug}/invite/cards/print = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
GET /clubs/{slug}/invite/list = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/invite/list = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
GET /clubs/{slug}/invite/list/{list} = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
GET /clubs/{slug}/invite/list/{list}?format=csv = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/invite/list/{list}/again = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/invite/{card}/withdraw = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /join = 200 200 200 200 200 200 200 200
GET /join/{code} = 200 200 200 200 200 200 404 200
POST /join/{code} = 302 302 302 302 302 302 404 302
GET /join/NOSUCHCODE = 404 404 404 404 404 404 404 404
"""

EVENTS = """
GET /api/clubs/{club_id}/event-templates = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 404
POST /api/clubs/{club_id}/event-templates = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
DELETE /api/clubs/{club_id}/event-templates/{own} = 404 404 403 403 403 403 404 401 | 404 404 403 403 403 404 404 401
GET /clubs/{slug}/events/templates = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/events/templates = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
POST /clubs/{slug}/events/templates/{own}/forget = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /api/tournaments = 200 200 200 200 200 200 200 401
GET /api/clubs/{club_id}/tournaments = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
POST /api/clubs/{club_id}/tournaments = 201 201 403 403 403 403 404 401 | 201 201 403 403 403 404 404 401
GET /api/tournaments/{event} = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/tournaments/{draft} = 200 200 404 404 404 403 404 401 | 200 200 404 404 404 404 404 404
PUT /api/tournaments/{draft} = 200 200 404 404 404 403 404 401 | 200 200 404 404 404 404 404 401
PATCH /api/tournaments/{draft} = 200 200 404 404 404 403 404 401 | 200 200 404 404 404 404 404 401
GET /api/tournaments/{draft}/rehearsal = 404 404 404 404 404 403 404 401 | 404 404 404 404 404 404 404 404
POST /api/tournaments/{draft}/rehearsal = 201 201 404 404 404 403 404 401 | 201 201 404 404 404 404 404 401
DELETE /api/tournaments/{draft}/rehearsal = 404 404 404 404 404 403 404 401 | 404 404 404 404 404 404 404 401
GET /events/{draft}/rehearsal = 200 200 404 404 404 403 404 login | 200 200 404 404 404 404 404 login
POST /events/{draft}/rehearsal = 302 302 404 404 404 403 404 login | 302 302 404 404 404 404 404 login
POST /api/tournaments/{draft}/publish = 200 200 404 404 404 403 404 401 | 200 200 404 404 404 404 404 401
POST /api/tournaments/{event}/entries = 201 201 201 409 403 403 404 401 | 201 201 201 409 403 404 404 401
POST /api/tournaments/{event}/entries/1/accept = 403 403 403 200 403 403 404 401 | 403 403 403 200 403 404 404 401
POST /api/tournaments/{event}/entries/1/ask = 403 403 403 404 403 403 404 401 | 403 403 403 404 403 404 404 401
POST /api/tournaments/{event}/entries/1/check-in = 403 403 403 409 403 403 404 401 | 403 403 403 409 403 404 404 401
POST /api/tournaments/{event}/entries/1/withdraw = 200 200 403 200 403 403 404 401 | 200 200 403 200 403 404 404 401
POST /api/tournaments/{event}/protests = 403 403 403 409 403 403 404 401 | 403 403 403 409 403 404 404 401
POST /api/tournaments/{event}/tables/1/1/scores = 409 409 409 409 409 403 404 401 | 409 409 409 409 409 404 404 401
GET /events/{event}/rounds/1/tables/1 = 404 404 404 404 404 403 404 login | 404 404 404 404 404 404 404 login
POST /events/{event}/rounds/1/tables/1 = 404 404 404 404 404 403 404 login | 404 404 404 404 404 404 404 login
POST /api/tournaments/{event}/decisions = 200 200 403 403 403 403 404 401 | 200 200 403 403 403 404 404 401
GET /api/tournaments/{event}/rows = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/tournaments/{event}/standings = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/tournaments/{event}/forecast = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/tournaments/{event}/blockers = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
GET /api/tournaments/{event}/dry-run = 200 200 200 403 403 403 404 401 | 200 200 200 403 403 404 404 404
GET /clubs/{slug}/events = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /clubs/{slug}/events/new = 200 200 403 403 403 403 404 login | 200 200 403 403 403 404 404 login
POST /clubs/{slug}/events/new = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
GET /events = 200 200 200 200 200 200 200 login
GET /events/{event} = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /events/{draft}/edit = 200 200 404 404 404 403 404 login | 200 200 404 404 404 404 404 login
POST /events/{draft}/edit = 302 302 404 404 404 403 404 login | 302 302 404 404 404 404 404 login
GET /events/{draft}/times = 200 200 404 404 404 403 404 login | 200 200 404 404 404 404 404 login
POST /events/{draft}/times = 422 422 404 404 404 403 404 login | 422 422 404 404 404 404 404 login
GET /events/{event}/desk = 200 200 200 403 403 403 404 login | 200 200 200 403 403 404 404 login
GET /events/{event}/pairing = 200 200 200 403 403 403 404 login | 200 200 200 403 403 404 404 login
POST /events/{event}/pairing = 422 422 403 403 403 403 404 login | 422 422 403 403 403 404 404 login
GET /events/{event}/standings.csv = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /events/{event}/tables = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /events/{event}/entries/1 = 404 404 404 404 404 403 404 login | 404 404 404 404 404 404 404 login
GET /events/{event}/paper/pairings = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
GET /events/{event}/log = 200 200 200 200 200 403 404 login | 200 200 200 200 200 404 404 login
POST /events/{event}/decide = 302 302 403 403 403 403 404 login | 302 302 403 403 403 404 404 login
"""

SOCKETS = """
GET /ws/games/{game_id} = 101 101 101 101 101 101 101 101 | 404 404 404 101 101 404 404 404
GET /ws/games/{club_game} = 101 101 101 101 101 404 404 404
GET /ws/nothing = 404 404 404 404 404 404 404 404
"""

KEY = "6f5d2f0e-5d0b-4d0c-9a25-0d4c0c1f5a11"
CLUB = {"name": "Hill Cards", "joining": "open"}
TOLD = {"title": "Monday", "text": "At six."}
TABLE = {"ruleset": "classic", "seats": ["me", "bot:random", "bot:random", "bot:random"]}
ACTION = {"action_id": KEY, "expected_version": 1, "action": {"do": "draw"}}
DECISION = {"outcome": "warning", "text": "Be kind."}
INVITING = {"key": KEY, "role": "guest", "days": "7"}
NEWCOMER = {"username": "newcomer", "password": "correct-horse-7"}
SOON = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
BROWSER = {"p256dh": "BA" + 85 * "A", "auth": 22 * "A"}
EVENT = {"name": "Hill cup", "format": "swiss", "starts": "2036-01-01T19:00"}
CALLED_OFF = {"do": "cancel", "reason": "Nobody is here."}
EVENT_FORM = {"pace": "live", "zone": "UTC", "ruleset": "classic", "rounds": 0, "least_entries": 3}
BODIES: dict[str, Any] = {
    "POST /api/clubs/{club_id}/tournaments": EVENT,
    "PUT /api/tournaments/{draft}": EVENT,
    "POST /api/clubs/{club_id}/event-templates": {"name": "Hill", "event": "{event}"},
    "POST /clubs/{slug}/events/templates": {"name": "Hill", "event": "{event}"},
    "PATCH /api/tournaments/{draft}": {"name": "Hill shield"},
    "POST /api/tournaments/{draft}/rehearsal": {"entries": 4},
    "POST /events/{draft}/rehearsal": {"entries": 4},
    "POST /api/tournaments/{event}/entries": {"partners": ["target"]},
    "POST /api/tournaments/{event}/entries/1/ask": {"other": "99"},
    "POST /api/tournaments/{event}/entries/1/withdraw": {"reason": "They asked for it."},
    "POST /api/tournaments/{event}/protests": {"reason": "It was otherwise."},
    "POST /api/tournaments/{event}/tables/1/1/scores": {"scores": [[500, 300]]},
    "POST /api/tournaments/{event}/decisions": CALLED_OFF,
    "POST /events/{event}/decide": {**CALLED_OFF, "sure": "on"},
    "POST /clubs/{slug}/events/new": {**EVENT, **EVENT_FORM, "key": KEY},
    "POST /events/{draft}/edit": {**EVENT, **EVENT_FORM, "key": KEY},
    "POST /api/register": NEWCOMER,
    "POST /api/token": {"username": "owner", "password": "not the one"},
    "POST /api/tokens": {"name": "bot", "scopes": ["play"]},
    "POST /signup": NEWCOMER,
    "POST /api/clubs/{club_id}/reports": {"person": "{target}", "cause": "insult"},
    "POST /api/clubs/{club_id}/reports/{report}/decision": DECISION,
    "POST /api/clubs/{club_id}/reports/{appealed}/closing": {"upheld": True, "text": "So be it."},
    "POST /api/reports/{decided}/appeal": {"text": "It was a joke."},
    "POST /clubs/{slug}/report?person={target}": {"key": KEY, "cause": "insult"},
    "POST /clubs/{slug}/reports/{report}": DECISION,
    "POST /site/reports/{report}": DECISION,
    "POST /account/calendar": {"begins": "2000-01-01T08:00", "ends": SOON},
    "PATCH /api/calendar": {"quiet": {"from": "22:00", "to": "06:00"}},
    "POST /api/calendar/vacations": {"begins": "2000-01-01T08:00:00Z", "ends": f"{SOON}:00Z"},
    "PATCH /api/notices/wishes": {"modes": {"turn": {"mail": "digest"}}, "ladder": [600, 60]},
    "POST /api/notices/browsers": {"endpoint": "https://push.example.org/x", "keys": BROWSER},
    "DELETE /api/notices/browsers": {"endpoint": "https://push.example.org/y"},
    "POST /account/blocks": {"username": "target"},
    "POST /api/blocks": {"username": "target"},
    "POST /account/programs/mark": {"is_program": "on"},
    "POST /api/clubs": CLUB,
    "PATCH /api/clubs/{club_id}": {"about": "Cards."},
    "PATCH /api/clubs/{club_id}/me": {"listed": False},
    "PUT /api/clubs/{club_id}/owner": {"user_id": "{target}"},
    "PATCH /api/clubs/{club_id}/members/{target}": {"role": "guest"},
    "POST /api/clubs/{club_id}/announcements": TOLD,
    "POST /api/clubs/{club_id}/rulesets": {"name": "Hill rules", "ruleset": "classic"},
    "PUT /api/clubs/{club_id}/rulesets/{kept}": {"name": "Hill rules", "ruleset": "classic"},
    "POST /clubs/{slug}/rules/new": {"name": "Hill rules", "ruleset": "classic"},
    "POST /clubs/{slug}/rules/{kept}/edit": {"name": "Hill rules", "ruleset": "classic"},
    "POST /api/clubs/{club_id}/invitations": {"kind": "link"},
    "POST /api/clubs/{club_id}/invitation-lists?dry_run=1": {"text": "ben@example.org"},
    "POST /api/clubs/{club_id}/invitation-lists": {"text": "ben@example.org"},
    "POST /api/join": {"code": "{code}"},
    "POST /clubs/new": {**CLUB, "chat": "always", "key": KEY},
    "POST /clubs/{slug}/me": {"notices": "off"},
    "POST /clubs/{slug}/settings": {"name": "Tuesday Cards", "joining": "request", "chat": "off"},
    "POST /clubs/{slug}/members/{target}/role": {"role": "guest"},
    "POST /clubs/{slug}/announcements": {**TOLD, "key": KEY},
    "POST /clubs/{slug}/invite/link": INVITING,
    "POST /clubs/{slug}/invite/cards": {**INVITING, "count": 2},
    "POST /clubs/{slug}/invite/list": {**INVITING, "text": "ben@example.org"},
    "POST /join/{code}": NEWCOMER,
    "POST /api/games": TABLE,
    "POST /api/games/{game_id}/chat": {"message_id": KEY, "text": "Hello."},
    "POST /api/games/{game_id}/reports": {"seat": 0, "cause": "name"},
    "POST /api/games/{club_game}/reports": {"seat": 0, "cause": "name"},
    "POST /tables/{game_id}/report?seat=0": {"key": KEY, "cause": "name"},
    "POST /api/games/{game_id}/actions": ACTION,
    "PUT /api/games/{game_id}/seen": {"version": 1},
    "POST /api/games/{game_id}/seats/0/substitute": {"action_id": KEY, "wanted": True},
    "POST /api/games/{club_game}/seats/0/substitute": {"action_id": KEY, "wanted": True},
    "POST /api/games/{game_id}/pause": {"action_id": KEY, "agrees": True},
    "POST /api/games/{game_id}/resign": {"action_id": KEY, "agrees": True},
    "POST /api/games/{game_id}/freeze": {"action_id": KEY, "reason": "a complaint"},
    "POST /api/games/{game_id}/unfreeze": {"action_id": KEY},
    "POST /api/games/{game_id}/resume": {"action_id": KEY},
    "PUT /api/games/{game_id}/plans/pass": {"expected_version": 1, "until": "deal"},
    "POST /api/games/{game_id}/undo": {"action_id": KEY, "version": 1, "agrees": True},
    "POST /api/games/{game_id}/nonces": {"action_id": KEY, "deal": 1, "nonce": "0" * 64},
    "POST /tables/new": {"ruleset": "classic", "layout": "2-2", "seat_2": "bot"},
}
