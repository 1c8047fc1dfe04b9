"""Every address of the site: pages of the apps, their API, its schema."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from config import admin, desk, health, shell

urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("worker.js", shell.worker, name="worker"),
    path("offline", shell.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("api/", include("accounts.api_urls")),
    path("api/", include("accounts.clubs.api_urls")),
    path("api/", include("accounts.safety.api_urls")),
    path("api/", include("accounts.notices.api_urls")),
    path("api/", include("games.api_urls")),
    path("api/", include("tournaments.api_urls")),
    path("api/", include("tournaments.leaderboards.api_urls")),
    path("api/", include("tournaments.nights.api_urls")),
    path("", include("accounts.urls")),
    path("", include("accounts.clubs.urls")),
    path("site/reports", desk.reports, name="site_reports"),
    path("site/reports/<uuid:report_id>", desk.report, name="site_report"),
    path("", include("accounts.safety.urls")),
    path("", include("accounts.notices.urls")),
    path("", include("tournaments.leaderboards.urls")),
    path("", include("tournaments.urls")),
    path("", include("tournaments.nights.urls")),
    path("", include("games.urls")),
]

handler400 = "config.kernel.problem.bad_request"
handler403 = "config.kernel.problem.forbidden"
handler404 = "config.kernel.problem.not_found"
handler500 = "config.kernel.problem.server_error"
