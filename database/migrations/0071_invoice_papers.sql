-- Invoices that a bookkeeper can enter: who wrote them to whom, for what, with which tax, under which number.

-- What the payer of a team wants on the next invoice.
create table billing_details (
  team_id bigint primary key references teams on delete cascade,
  company text not null check (length(company) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  saved_at timestamptz not null default now()
);

-- The last number of each series. Taking the next locks the row until the invoice is there, so no number is left out.
create table invoice_series (
  prefix text primary key check (length(prefix) <= 20),
  last_number bigint not null default 0
);

alter table invoices
  add column issuer jsonb not null default '{"name": "", "address": "", "country": "", "tax_id": ""}',
  add column customer jsonb not null default '{"company": "", "contact": "", "address": "", "country": "", "tax_id": ""}',
  add column lines jsonb not null default '[]',
  add column net integer not null default 0 check (net >= 0),
  add column tax integer not null default 0 check (tax >= 0),
  add column tax_note text not null default '',
  add column time_zone text not null default 'UTC';

-- What was issued before carries what is known of it: the team, one line, no tax.
update invoices i set
  net = i.amount,
  customer = i.customer || jsonb_build_object('company', t.name),
  time_zone = coalesce((
    select u.time_zone from team_memberships m join users u on u.id = m.user_id
    where m.team_id = t.id and m.is_billing_admin order by m.id limit 1), 'UTC'),
  lines = jsonb_build_array(jsonb_build_object('description', 'Membership of ' || n.display_name, 'quantity', 1,
    'unit_price', i.amount, 'net', i.amount, 'tax_percent', 0, 'tax', 0, 'gross', i.amount))
from subscriptions s join teams t on t.id = s.team_id join peer_networks n on n.id = t.peer_network_id
where s.id = i.subscription_id;

-- Of an issued invoice only its payment changes.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if (new.ref, new.number, new.amount, new.net, new.tax, new.tax_note, new.issuer, new.customer, new.lines, new.time_zone,
      new.period_start, new.period_end, new.issued_at)
    is distinct from (old.ref, old.number, old.amount, old.net, old.tax, old.tax_note, old.issuer, old.customer, old.lines,
      old.time_zone, old.period_start, old.period_end, old.issued_at)
  then raise exception 'invoice % is issued and does not change', old.number;
  end if;
  return new;
end $$;
create trigger invoices_issued before update on invoices for each row execute function refuse_invoice_change();

-- For how many a checkout and a subscription are, which the lines of an invoice say.
alter table checkouts add column seats integer not null default 1 check (seats >= 1);
alter table test_subscriptions add column seats integer not null default 1 check (seats >= 1);
-- The lines and the tax with which the test provider charges.
alter table test_checkouts add column bill jsonb;
alter table test_invoices add column bill jsonb;
alter table test_invoices alter column number drop not null;
