-- Texts that staff write for members by section, in versions. A network's own text replaces the one for everyone.
create table generic_contents (
  id bigint generated always as identity primary key,
  section text not null check (section in ('welcome', 'faq', 'membership')),
  -- Null: for everyone.
  peer_network_id bigint references peer_networks on delete cascade,
  html text not null,
  note text not null check (length(note) <= 300),
  -- May be in the future.
  published_at timestamptz not null,
  author_id bigint references users on delete set null,
  created_at timestamptz not null default now()
);
create index generic_contents_section on generic_contents (section, published_at desc, id desc);
create index generic_contents_network on generic_contents (peer_network_id);
create index generic_contents_author on generic_contents (author_id);
