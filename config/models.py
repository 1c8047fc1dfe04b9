"""Who runs the site."""

from django.conf import settings
from django.db import models


class Operator(models.Model):
    """A person who may look at the site from inside (`config/admin.py`). Made by `manage.py operator NAME`."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user_id)
