-- CLE: each state's rule as data, credits of members, accreditations, codes shown while a video plays, evidence that is
-- only ever added to, and the public register of certificates.
create table cle_jurisdictions (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null unique
);

create table cle_rules (
  id bigint generated always as identity primary key,
  jurisdiction text not null references cle_jurisdictions,
  minutes_per_credit integer not null check (minutes_per_credit in (50, 60)),
  step numeric(3, 2) not null check (step > 0 and step <= 1),
  rounding text not null check (rounding in ('down', 'nearest')),
  -- False: the source does not say how credits are rounded, so we round down to the half, which never counts too much.
  is_rounding_known boolean not null,
  -- Less than this earns nothing.
  minimum numeric(4, 2) not null default 0,
  -- What is needed in so many months; null if we do not know it.
  needed numeric(5, 2),
  period_months integer,
  -- Null: we know of no earlier rule.
  valid_from date,
  source text not null check (source ~ '^https://'),
  checked_on date not null,
  unique nulls not distinct (jurisdiction, valid_from),
  check ((needed is null) = (period_months is null))
);

insert into cle_jurisdictions (code, name) values
  ('CA', 'California'), ('CO', 'Colorado'), ('FL', 'Florida'), ('IN', 'Indiana'), ('KS', 'Kansas'), ('MO', 'Missouri'),
  ('NJ', 'New Jersey'), ('NY', 'New York'), ('OH', 'Ohio'), ('OK', 'Oklahoma'), ('RI', 'Rhode Island'), ('TX', 'Texas'),
  ('UT', 'Utah'), ('WI', 'Wisconsin'), ('WV', 'West Virginia');
insert into cle_rules
  (jurisdiction, minutes_per_credit, step, rounding, is_rounding_known, minimum, needed, period_months, source, checked_on)
values
  ('NY', 50, 0.5, 'down', true, 0.5, 24, 24, 'https://www.nycourts.gov/attorneys/cle/', '2026-11-24'),
  ('CA', 60, 0.25, 'nearest', true, 0, 25, 36, 'https://www.calbar.ca.gov/', '2026-11-24'),
  ('OH', 60, 0.25, 'nearest', true, 1, null, null, 'https://www.supremecourt.ohio.gov/', '2026-11-24');
insert into cle_rules (jurisdiction, minutes_per_credit, step, rounding, is_rounding_known, source, checked_on)
select c, 50, 0.5, 'down', false, 'https://caretlegal.com/?p=34840', date '2026-11-24'
from unnest('{CO,FL,KS,MO,NJ,OK,RI,WI,WV}'::text[]) c
union all
select c, 60, 0.5, 'down', false, 'https://caretlegal.com/?p=34840', date '2026-11-24'
from unnest('{IN,TX,UT}'::text[]) c;

create function cle_amount(minutes integer, minutes_per_credit integer, step numeric, rounding text, minimum numeric)
returns numeric language sql immutable parallel safe as $$
  select case
    when minutes::numeric / minutes_per_credit < minimum then 0
    when rounding = 'down' then floor(minutes::numeric / minutes_per_credit / step) * step
    else round(minutes::numeric / minutes_per_credit / step) * step
  end
$$;

create table cle_accreditations (
  id bigint generated always as identity primary key,
  event_id bigint references events on delete cascade,
  video_id bigint references material_videos on delete cascade,
  jurisdiction text not null references cle_jurisdictions,
  -- The program as it was accredited.
  title text not null check (length(title) between 1 and 200),
  number text not null check (length(number) between 1 and 60),
  minutes integer not null check (minutes between 1 and 6000),
  valid_from date not null,
  valid_until date not null,
  created_at timestamptz not null default now(),
  check ((event_id is null) <> (video_id is null)),
  check (valid_until >= valid_from)
);
create index cle_accreditations_event on cle_accreditations (event_id);
create index cle_accreditations_video on cle_accreditations (video_id);

-- What anybody with the code may ask. It has no name and outlives the account; the signed statement is in `cle_credits`.
create table cle_certificates (
  id bigint generated always as identity primary key,
  code_hash text not null unique check (length(code_hash) = 64),
  title text not null,
  event_date date not null,
  jurisdiction text not null references cle_jurisdictions,
  credits numeric(5, 2) not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index cle_certificates_revoked on cle_certificates (revoked_at) where revoked_at is not null;

create function keep_cle_certificate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.revoked_at is null and new.revoked_at is not null
    and (new.id, new.code_hash, new.title, new.event_date, new.jurisdiction, new.credits, new.issued_at)
      is not distinct from (old.id, old.code_hash, old.title, old.event_date, old.jurisdiction, old.credits, old.issued_at)
  then return new; end if;
  raise exception 'a certificate is only revoked, never changed or deleted';
end $$;
create trigger cle_certificates_kept before update or delete on cle_certificates
  for each row execute function keep_cle_certificate();

create table cle_credits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  event_date date not null,
  -- What was attended or watched. Credits are worked out by the state's rule on the day of the event.
  minutes integer not null check (minutes between 1 and 6000),
  jurisdiction text not null references cle_jurisdictions,
  origin text not null check (origin in ('staff', 'import', 'watched', 'attended')),
  accreditation_id bigint references cle_accreditations on delete set null,
  -- A certificate of another provider, as staff received it.
  file_name text,
  file_type text,
  file_key text,
  -- Our own, signed.
  certificate_id bigint references cle_certificates,
  code text,
  statement text,
  signature text,
  created_at timestamptz not null default now(),
  created_by bigint references users on delete set null,
  revoked_at timestamptz,
  revoked_by bigint references users on delete set null,
  revoke_reason text check (length(revoke_reason) between 1 and 500),
  check ((file_key is null) = (file_name is null)),
  check ((certificate_id is null) = (signature is null) and (statement is null) = (signature is null))
);
create index cle_credits_user on cle_credits (user_id, event_date);
create unique index cle_credits_once on cle_credits (user_id, accreditation_id) where revoked_at is null;
create index cle_credits_accreditation on cle_credits (accreditation_id);
create index cle_credits_certificate on cle_credits (certificate_id);
create index cle_credits_created_by on cle_credits (created_by);
create index cle_credits_revoked_by on cle_credits (revoked_by);

-- The codes of one member for one video, each in its own stretch: nobody else's code counts.
create table cle_codes (
  user_id bigint not null references users on delete cascade,
  video_id bigint not null references material_videos on delete cascade,
  place integer not null,
  from_second integer not null,
  to_second integer not null,
  at_second integer not null,
  code text not null,
  shown_at timestamptz,
  tries integer not null default 0,
  answered_at timestamptz,
  primary key (user_id, video_id, place),
  check (at_second between from_second and to_second)
);
create index cle_codes_video on cle_codes (video_id);

create table cle_evidence (
  place bigint primary key,
  user_id bigint references users on delete set null,
  kind text not null check (kind in ('code_shown', 'code_accepted', 'code_missed', 'watched', 'attended', 'entered', 'issued', 'revoked')),
  facts jsonb not null,
  recorded_at timestamptz not null,
  prev_hash text not null,
  hash text not null
);
create index cle_evidence_user on cle_evidence (user_id);

create function cle_evidence_hash(place bigint, kind text, facts jsonb, recorded_at timestamptz, prev_hash text)
returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(concat_ws('|', prev_hash, place, kind, facts::text, extract(epoch from recorded_at)::text), 'UTF8')), 'hex')
$$;

-- Rows are chained in the order in which this lock is taken.
create function chain_cle_evidence() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('cle_evidence'));
  select e.place, e.hash into last from cle_evidence e order by e.place desc limit 1;
  new.place = coalesce(last.place, 0) + 1;
  new.prev_hash = coalesce(last.hash, '');
  new.recorded_at = clock_timestamp();
  new.hash = cle_evidence_hash(new.place, new.kind, new.facts, new.recorded_at, new.prev_hash);
  return new;
end $$;
create trigger cle_evidence_chained before insert on cle_evidence for each row execute function chain_cle_evidence();

-- The only change: who it was about, when that member deletes the account.
create function keep_cle_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null
    and (new.place, new.kind, new.facts, new.recorded_at, new.prev_hash, new.hash)
      is not distinct from (old.place, old.kind, old.facts, old.recorded_at, old.prev_hash, old.hash)
  then return new; end if;
  raise exception 'evidence of attendance is only added to';
end $$;
create trigger cle_evidence_kept before update or delete on cle_evidence for each row execute function keep_cle_evidence();
