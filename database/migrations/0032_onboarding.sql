-- The way in: what is asked, what was accepted in which version, and what helps a new member along.
create table legal_documents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('privacy_policy', 'membership_agreement', 'terms_of_use')),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 150),
  -- [{"title": …, "paragraphs": ["…"]}]: plain text, so that nothing in it can be more than text.
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  published_at timestamptz not null,
  unique (kind, version)
);

-- Kept for as long as the member is: which text somebody agreed to cannot be told from a flag.
create table legal_acceptances (
  user_id bigint not null references users on delete cascade,
  legal_document_id bigint not null references legal_documents,
  accepted_at timestamptz not null default now(),
  primary key (user_id, legal_document_id)
);

-- Notes the version in force of each kind, and sets the flag of the member. Nobody's act takes a flag back.
create function accept_legal(accepting_user_id bigint, kinds text[]) returns void language sql as $$
  insert into legal_acceptances (user_id, legal_document_id)
    select accepting_user_id, d.id from (
      select distinct on (l.kind) l.id, l.kind from legal_documents l where l.published_at <= now() order by l.kind, l.version desc) d
    where d.kind = any(kinds)
    on conflict do nothing;
  update users set
    privacy_policy_accepted = privacy_policy_accepted or 'privacy_policy' = any(kinds),
    membership_agreement_accepted = membership_agreement_accepted or 'membership_agreement' = any(kinds),
    terms_of_service_accepted = terms_of_service_accepted or 'terms_of_use' = any(kinds)
  where id = accepting_user_id;
$$;

create table onboarding_checklist_items (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 60),
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) <= 400),
  call_to_action_label text not null check (length(call_to_action_label) between 1 and 60),
  -- A path on this site and nothing else.
  call_to_action_redirect text not null check (call_to_action_redirect ~ '^/([^/\\]|$)'),
  default_position_in_list integer not null,
  enabled boolean not null default true
);
create table onboarding_checklist_completions (
  user_id bigint not null references users on delete cascade,
  item_id bigint not null references onboarding_checklist_items on delete cascade,
  completed_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index onboarding_checklist_completions_item on onboarding_checklist_completions (item_id);

create table personalization_items (
  id bigint generated always as identity primary key,
  -- Null: offered in every network.
  peer_network_id bigint references peer_networks on delete cascade,
  key text not null unique check (length(key) between 1 and 60),
  name text not null check (length(name) between 1 and 100),
  position_in_list integer not null
);
create index personalization_items_network on personalization_items (peer_network_id);
create table personalization_choices (
  user_id bigint not null references users on delete cascade,
  item_id bigint not null references personalization_items on delete cascade,
  chosen_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index personalization_choices_item on personalization_choices (item_id);

create table feature_tours (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 60),
  completion_button_text text not null check (length(completion_button_text) between 1 and 60),
  skip_button_text text not null check (length(skip_button_text) between 1 and 60),
  enabled boolean not null default true
);
create table feature_tour_items (
  id bigint generated always as identity primary key,
  tour_id bigint not null references feature_tours on delete cascade,
  index integer not null,
  description text not null check (length(description) between 1 and 400),
  selector text not null check (length(selector) between 1 and 200),
  unique (tour_id, index)
);
create table feature_tour_views (
  user_id bigint not null references users on delete cascade,
  tour_id bigint not null references feature_tours on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (user_id, tour_id)
);
create index feature_tour_views_tour on feature_tour_views (tour_id);

create table feature_alerts (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 60),
  title text not null check (length(title) between 1 and 100),
  description text not null check (length(description) between 1 and 400),
  link text check (link ~ '^/([^/\\]|$)'),
  link_label text check (length(link_label) between 1 and 60),
  enabled boolean not null default true
);
create table feature_alert_views (
  user_id bigint not null references users on delete cascade,
  alert_id bigint not null references feature_alerts on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (user_id, alert_id)
);
create index feature_alert_views_alert on feature_alert_views (alert_id);

alter table users add constraint users_onboarding_step
  check (current_onboarding_step in ('landing', 'profile', 'payment', 'create_password', 'agreement', 'welcome')) not valid;

-- Whoever is on a trial is shown in like everybody else, and called as little before that.
create or replace function standing_of(u users) returns text language sql stable parallel safe as $$
  select case
    when u.is_staff then 'full'
    when u.current_state = 'expired' or (u.current_state = 'trial' and u.trial_end_date <= now())
      or (u.current_state = 'full access' and u.full_access_exp_date <= now()) then 'expired'
    when u.current_state in ('onboarding', 'trial') and not u.on_boarding_complete then 'onboarding'
    else 'full' end
$$;
