-- Who pays for whom, what was paid, and until when a member has access.
create table teams (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  peer_network_id bigint not null references peer_networks,
  -- What the billing provider calls whoever pays.
  customer_ref text unique,
  created_at timestamptz not null default now()
);
create index teams_network on teams (peer_network_id);

-- A lone member is a team of one whose billing admin they are.
create table team_memberships (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null unique references users on delete cascade,
  is_billing_admin boolean not null default false,
  created_at timestamptz not null default now()
);
create index team_memberships_team on team_memberships (team_id, user_id);

create table subscriptions (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  provider text not null check (provider in ('stripe', 'test')),
  ref text not null unique,
  -- Ours; `status` is the provider's word.
  state text not null check (state in ('active', 'past_due', 'cancelled', 'expired')),
  status text not null check (length(status) <= 40),
  -- US cents for one term.
  subscription_total integer not null check (subscription_total >= 0),
  term_start timestamptz not null,
  term_end timestamptz not null,
  next_billing_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) <= 500),
  past_due_since timestamptz,
  card_status text,
  -- When the provider was asked, as a number: what was asked earlier never replaces what was asked later.
  read_number bigint not null,
  renewal_noticed_for timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_team on subscriptions (team_id, id desc);
create index subscriptions_billing on subscriptions (next_billing_at) where state = 'active';
create sequence billing_reads;

create table invoices (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  ref text not null unique,
  number text not null,
  -- Of the token in the link, which is made from the id with the server's secret.
  token_hash text unique,
  amount integer not null check (amount >= 0),
  state text not null check (state in ('open', 'paid', 'void')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null,
  paid_at timestamptz,
  -- Each mail of an invoice is written once, whatever arrives how often.
  receipt_mailed_at timestamptz,
  failures_mailed integer not null default 0,
  created_at timestamptz not null default now()
);
create index invoices_subscription on invoices (subscription_id, issued_at desc);

create table checkouts (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null references users on delete cascade,
  provider text not null check (provider in ('stripe', 'test')),
  ref text unique,
  url text,
  amount integer not null check (amount >= 0),
  state text not null default 'open' check (state in ('open', 'paid', 'ended')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
-- One way to pay at a time, so that two clicks cannot be two charges.
create unique index checkouts_open on checkouts (team_id) where state = 'open';
create index checkouts_team on checkouts (team_id, id desc);
create index checkouts_user on checkouts (user_id);

-- The answer to the last wish for the billing portal; swept within the hour.
create table billing_portal_sessions (
  user_id bigint primary key references users on delete cascade,
  url text,
  errors jsonb not null default '[]',
  created_at timestamptz not null default now()
);

-- An event that was delivered before is answered and forgotten.
create table billing_events (
  id text primary key check (length(id) <= 100),
  type text not null check (length(type) <= 100),
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);

-- Access after an unpaid renewal. The program knows the same number.
create function grace_period() returns interval language sql immutable parallel safe as $$ select interval '14 days' $$;

-- Until when this subscription gives access. A renewal that is late, not refused, must not lock anybody out.
create function access_until(s subscriptions) returns timestamptz language sql stable parallel safe as $$
  select case s.state
    when 'active' then s.term_end + grace_period()
    when 'past_due' then coalesce(s.past_due_since, s.term_end) + grace_period()
    when 'cancelled' then s.term_end
    -- When it was over, which is past, whatever the term says.
    else least(coalesce(s.past_due_since + grace_period(), s.term_end), s.updated_at) end
$$;

create function has_active_subscription(member bigint) returns boolean language sql stable parallel safe as $$
  select exists (
    select from team_memberships m join subscriptions s on s.team_id = m.team_id
    where m.user_id = member and access_until(s) > now())
$$;

-- Brings what a member may do in line with what was paid and with the clock. Whoever never had a subscription
-- keeps what staff gave them.
create function settle_membership(member bigint) returns void language sql as $$
  update users u set
    full_access_exp_date = coalesce(p.until, u.full_access_exp_date),
    card_status = coalesce(p.card_status, u.card_status),
    current_state = case
      when u.is_staff or u.current_state = 'not joined' then u.current_state
      when p.until <= now() then 'expired'
      when u.on_boarding_complete then 'full access'
      else 'onboarding' end
  from (
    select max(access_until(s)) as until, (array_agg(s.card_status order by s.id desc))[1] as card_status
    from team_memberships m join subscriptions s on s.team_id = m.team_id
    where m.user_id = member having count(*) > 0) p
  where u.id = member
    and not (u.current_state = 'trial' and u.trial_end_date > now() and coalesce(p.until <= now(), true))
$$;

-- What a member may call: everything, what finishes joining, or what brings a membership back.
create function standing_of(u users) returns text language sql stable parallel safe as $$
  select case
    when u.is_staff then 'full'
    when u.current_state = 'expired' or (u.current_state = 'trial' and u.trial_end_date <= now())
      or (u.current_state = 'full access' and u.full_access_exp_date <= now()) then 'expired'
    when u.current_state = 'onboarding' and not u.on_boarding_complete then 'onboarding'
    else 'full' end
$$;
