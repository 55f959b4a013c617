-- What staff change in the house itself, beside their decisions about posts: each act once, with how it was before.
create table staff_acts (
  id bigint generated always as identity primary key,
  actor_id bigint not null references users,
  -- What was acted on and what was done: 'team.saved'.
  act text not null check (act ~ '^[a-z_]+\.[a-z_]+$' and length(act) <= 60),
  item_id bigint,
  -- What whoever reads the trail calls it; never a person's name or address, because nothing here is ever erased.
  item_name text not null check (length(item_name) between 1 and 200),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  at timestamptz not null default now()
);
create trigger staff_acts_kept before update or delete on staff_acts
  for each row execute function keep_decisions();

-- What members are shown along the way can be ordered and switched off, whatever kind it is of.
alter table personalization_items add column enabled boolean not null default true;
alter table feature_tours
  add column name text not null default 'Tour' check (length(name) between 1 and 100),
  add column position_in_list integer not null default 0;
update feature_tours set position_in_list = id,
  name = case key when 'home' then 'The first page' when 'first-question' then 'The first question' else key end;
alter table feature_alerts add column position_in_list integer not null default 0;
update feature_alerts a set position_in_list = r.place
  from (select id, row_number() over (order by id desc) as place from feature_alerts) r where r.id = a.id;

-- A version that changes what members promised is asked for again; one that mends a comma is not.
alter table legal_documents
  add column asks_again boolean not null default false,
  add column change_note text not null default '' check (length(change_note) <= 500);
