-- Networks are edited by staff: a favicon and a support address of their own, and the files of their pictures.
alter table peer_networks add column favicon text, add column support_email text;

-- Logos and favicons. The address contains the key, so a new picture has a new address.
create table network_pictures (
  key text primary key,
  peer_network_id bigint not null references peer_networks on delete cascade,
  kind text not null check (kind in ('logo', 'favicon')),
  storage_key text not null,
  created_at timestamptz not null default now(),
  unique (peer_network_id, kind)
);
