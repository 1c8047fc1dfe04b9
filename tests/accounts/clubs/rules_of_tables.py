"""Who is answered what at every route of tables: lines as in `rules`."""

TABLES = """
GET /api/games = 200 200 200 200 200 200 200 200
GET /api/games?club={club_id} = 200 200 200 200 200 403 404 401 | 200 200 200 200 200 404 404 404
GET /api/games?mine=1 = 200 200 200 200 200 200 200 401
POST /api/games = 201 201 201 201 201 201 201 401
GET /api/games/{game_id} = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /api/games/{club_game} = 200 200 200 200 200 404 404 404
POST /api/games/{club_game}/seats/1 = 200 200 200 409 200 404 404 401
GET /api/games/{club_game}/events = 200 200 200 200 200 404 404 404
POST /api/games/{game_id}/seats/1 = 403 403 403 409 200 403 403 401 | 404 404 404 409 200 404 404 401
DELETE /api/games/{game_id}/seats/1 = 403 403 403 200 200 403 403 401 | 404 404 404 200 200 404 404 401
POST /api/games/{game_id}/seats/0/substitute = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
POST /api/games/{club_game}/seats/0/substitute = 409 409 409 409 403 404 404 401
POST /api/games/{game_id}/actions = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
POST /api/games/{game_id}/nonces = 403 403 403 200 403 403 403 401 | 404 404 404 200 403 404 404 401
GET /api/games/{game_id}/clock = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /api/games/{game_id}/seen = 403 403 403 200 403 403 403 401 | 404 404 404 200 403 404 404 401
PUT /api/games/{game_id}/seen = 403 403 403 200 403 403 403 401 | 404 404 404 200 403 404 404 401
GET /api/games/{game_id}/plans = 200 200 200 200 200 200 200 401 | 404 404 404 200 200 404 404 401
PUT /api/games/{game_id}/plans/pass = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
DELETE /api/games/{game_id}/plans/pass = 200 200 200 200 200 200 200 401 | 404 404 404 200 200 404 404 401
POST /api/games/{game_id}/pause = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
POST /api/games/{game_id}/undo = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
POST /api/games/{game_id}/resign = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
POST /api/games/{game_id}/freeze = 403 403 403 403 403 403 403 401 | 404 404 404 403 403 404 404 401
POST /api/games/{game_id}/unfreeze = 403 403 403 403 403 403 403 401 | 404 404 404 403 403 404 404 401
POST /api/games/{game_id}/resume = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
GET /api/games/{game_id}/hint = 403 403 403 409 403 403 403 401 | 404 404 404 409 403 404 404 401
GET /api/games/{game_id}/chat = 403 403 403 200 403 403 403 401 | 404 404 404 200 403 404 404 401
POST /api/games/{game_id}/chat = 403 403 403 200 403 403 403 401 | 404 404 404 200 403 404 404 401
DELETE /api/games/{game_id}/chat/1 = 403 403 403 404 403 403 403 401 | 404 404 404 404 403 404 404 401
POST /api/games/{game_id}/reports = 201 201 201 403 201 201 201 401 | 404 404 404 403 201 404 404 401
POST /api/games/{club_game}/reports = 201 201 201 403 201 404 404 401
GET /tables/{game_id}/report?seat=0 = 200 200 200 200 200 200 200 login | 404 404 404 200 200 404 404 login
POST /tables/{game_id}/report?seat=0 = 302 302 302 403 302 302 302 login | 404 404 404 403 302 404 404 login
GET /api/games/{game_id}/events = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /api/games/{game_id}/replay = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /api/games/{game_id}/rows = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET / = 200 200 200 200 200 200 200 200
GET /tables/new = 200 200 200 200 200 200 200 login
POST /tables/new = 302 302 302 302 302 302 302 login
POST /tables/play-now = 302 302 302 302 302 302 302 302
POST /tables/first-game = 302 302 302 302 302 302 302 302
POST /tables/new/check = 200 200 200 200 200 200 200 login
GET /rules/house = 302 302 302 302 302 302 302 login
POST /rules/house = 200 200 200 200 200 200 200 login
GET /tables/{game_id} = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /tables/{game_id}/replay = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /tables/{game_id}/audit = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /tables/{game_id}/answer = 302 302 302 302 302 302 302 login
POST /tables/{game_id}/answer = 302 302 302 302 302 302 302 login | 404 404 404 302 302 404 404 login
GET /tables/{game_id}/again = 302 302 302 302 302 302 302 login
POST /tables/{game_id}/again = 302 302 302 302 302 302 302 login | 404 404 404 302 302 404 404 login
GET /tables/{club_game} = 200 200 200 200 200 404 404 404
GET /tables/{club_game}/replay = 200 200 200 200 200 404 404 404
GET /tables/{club_game}/audit = 200 200 200 200 200 404 404 404
GET /tables/{club_game}/rules = 200 200 200 200 200 404 404 404
GET /tables/{club_game}/act-for = 200 200 200 403 403 404 404 login
GET /tables/{club_game}/freeze = 302 302 302 302 302 302 302 login
POST /tables/{club_game}/freeze = 302 302 302 403 403 404 404 login
POST /tables/{club_game}/act-for = 422 422 422 403 403 404 404 login
GET /tables/{game_id}/rules = 200 200 200 200 200 200 200 200 | 404 404 404 200 200 404 404 404
GET /rules/classic = 200 200 200 200 200 200 200 200
GET /tables/{game_id}/seats/1/accept = 302 302 302 302 302 302 302 login
POST /tables/{game_id}/seats/1/accept = 302 302 302 302 302 302 302 login
GET /tables/{game_id}/seats/1/decline = 302 302 302 302 302 302 302 login
POST /tables/{game_id}/seats/1/decline = 302 302 302 302 302 302 302 login
GET /jsi18n = 200 200 200 200 200 200 200 200
"""
