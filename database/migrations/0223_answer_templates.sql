-- Reasons that moderators give often, to begin from.
create table answer_templates (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  text text not null check (length(text) between 1 and 500),
  updated_at timestamptz not null default now()
);
create unique index answer_templates_name on answer_templates (lower(name));
