-- Links from the log of the server, with which the first owner makes an account. All are deleted when there is an owner.
create table setup_links (
  token_hash text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- What the owner of a new community has done or skipped. Empty where the community was not set up in the browser.
create table setup_steps (
  step text primary key
    check (step in ('owner', 'network', 'lists', 'prices', 'mail', 'payment', 'people', 'invitations', 'open', 'checklist')),
  state text not null check (state in ('done', 'skipped')),
  changed_at timestamptz not null default now()
);
