-- Identity providers (OpenID Connect) of associations and companies, each for the members of one network.
create table single_sign_on_providers (
  id bigint generated always as identity primary key,
  peer_network_id bigint not null references peer_networks on delete cascade,
  name text not null check (length(name) between 1 and 80),
  issuer text not null check (length(issuer) <= 500),
  client_id text not null default '' check (length(client_id) <= 500),
  -- Encrypted for this row.
  client_secret text,
  enabled boolean not null default false check (not enabled or (client_id <> '' and client_secret is not null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index single_sign_on_providers_network on single_sign_on_providers (peer_network_id);

-- Whom a provider signs in. The subject is the provider's name for the person; an email address can change hands.
create table single_sign_on_identities (
  id bigint generated always as identity primary key,
  provider_id bigint not null references single_sign_on_providers on delete cascade,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- When the member confirmed it: until then it signs no one in.
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create unique index single_sign_on_identities_subject on single_sign_on_identities (provider_id, subject)
  where confirmed_at is not null;
create index single_sign_on_identities_user on single_sign_on_identities (user_id);

alter table sign_in_confirmations add column identity_id bigint references single_sign_on_identities on delete cascade;
