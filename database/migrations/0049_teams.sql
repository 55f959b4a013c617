-- Staff make teams: so many members as have been agreed, whom one of them pays for.
alter table teams add column seats integer not null default 1 check (seats between 1 and 200);
update teams t set seats = least(200, greatest(1, (select count(*) from team_memberships m where m.team_id = t.id)));

-- Whoever accepts such an invitation comes into the team, and takes the seat that it holds.
create table team_invitations (
  invitation_id bigint primary key references invitations on delete cascade,
  team_id bigint not null references teams on delete cascade
);
create index team_invitations_team on team_invitations (team_id);

-- The password that whoever asked for a trial has chosen, and a hash of the browser in which they did: the link opens
-- with it there and nowhere else, so that nobody can choose one for the owner of another mailbox.
alter table invitations
  add column chosen_password text check (length(chosen_password) <= 300),
  add column chosen_in text check (length(chosen_in) <= 100);
