-- Who has no session is told apart by the code of their invitation.
create unique index concurrently invitations_code on invitations (code);
