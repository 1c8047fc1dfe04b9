"""What officers tell the whole club."""

from uuid import UUID, uuid4

from django.db import transaction

from accounts.clubs import letters, log
from accounts.clubs.models import Announcement
from accounts.clubs.services import enter, slowly
from accounts.models import User
from config.kernel.errors import ProblemError


def announce(
    user: User, club_id: UUID, *, title: str, text: str, base: str, external_id: str | None = None
) -> tuple[Announcement, bool]:
    """Tell the club. It reaches each member as that member has chosen. Returns it, and whether it is new."""
    with transaction.atomic():
        club = enter(user, club_id, "announce").club
        if external_id and (earlier := Announcement.objects.filter(club=club, external_id=external_id).first()):
            return earlier, False
        slowly("announcements by club", club.id)
        made = Announcement.objects.create(
            id=uuid4(), club=club, author=user, title=title, text=text, external_id=external_id
        )
        letters.write_announcement(made, base)
        log.write(club, user.id, "announced", announcement=str(made.id))
    return made, True


def send_again(user: User, club_id: UUID, announcement_id: UUID) -> int:
    """Mail it once more to whom it may not have reached; returns how many. Raises ProblemError `mail_off`."""
    with transaction.atomic():
        club = enter(user, club_id, "announce").club
        found = Announcement.objects.filter(club=club, id=announcement_id).first()
        if found is None:
            raise ProblemError("not_found")
        letters.check_on()
        count = letters.send_again(found.letters.all())
        if count:
            log.write(club, user.id, "announcement_again", announcement=str(found.id), letters=count)
    return count


def take_down(user: User, club_id: UUID, announcement_id: UUID) -> None:
    """Take an announcement's text away; mails that have gone out stay out."""
    with transaction.atomic():
        club = enter(user, club_id, "announce").club
        found = Announcement.objects.filter(club=club, id=announcement_id).first()
        if found is None:
            raise ProblemError("not_found")
        found.delete()
        log.write(club, user.id, "announcement_removed", announcement=str(announcement_id))
