-- What the built-in test provider remembers. It stands in for another house, so nothing refers to our tables.
create table test_checkouts (
  id text primary key,
  -- A subscription to begin, or an open invoice to pay.
  invoice_id text,
  reference text not null,
  title text not null,
  amount integer not null check (amount >= 0),
  success_url text not null,
  cancel_url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'ended')),
  subscription_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create table test_subscriptions (
  id text primary key,
  reference text not null,
  customer text not null,
  amount integer not null check (amount >= 0),
  -- What the chosen test card does when it is charged.
  card text not null check (card in ('success', 'decline', 'authenticate', 'later_failure')),
  status text not null check (status in ('active', 'past_due', 'canceled')),
  term_start timestamptz not null,
  term_end timestamptz not null,
  past_due_since timestamptz,
  cancel_at_period_end boolean not null default false,
  cancelled_at timestamptz,
  cancel_reason text
);
create index test_subscriptions_due on test_subscriptions (term_end) where status <> 'canceled';
create index test_subscriptions_customer on test_subscriptions (customer);

create table test_invoices (
  id text primary key,
  subscription_id text not null references test_subscriptions on delete cascade,
  number text not null,
  amount integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  issued_at timestamptz not null default now(),
  paid_at timestamptz,
  attempts integer not null default 0,
  last_attempt_at timestamptz
);
create index test_invoices_subscription on test_invoices (subscription_id, issued_at);

create table test_portals (
  id text primary key,
  customer text not null,
  return_url text not null,
  expires_at timestamptz not null
);
