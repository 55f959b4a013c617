-- Peer networks and what each lets the others see.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

create table disciplines (
  id bigint generated always as identity primary key,
  type text not null unique check (type in ('finance', 'legal', 'executive')),
  name text not null,
  team_name text not null,
  links jsonb not null default '[]'
);

create table peer_networks (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,60}$'),
  discipline_id bigint not null references disciplines,
  theme text not null check (theme in ('cfo', 'legal', 'executive', 'thesuite')),
  display_name text not null,
  logo text,
  url_membership_agreement text,
  url_terms text,
  url_faq text,
  url_jobs text,
  url_events_landing text,
  url_nomination_form text,
  url_on_demand_cle text,
  url_privacy_policy text,
  url_discounts text,
  url_cancel_membership text,
  -- One switch for each menu section; a missing key means the section is on.
  main_menu_visibility jsonb not null default '{}',
  show_areas_of_expertise boolean not null default true,
  show_responsibility boolean not null default true,
  show_direct_reports boolean not null default false,
  directory_school_filter boolean not null default false,
  profession_title_text text,
  billing_membership_price integer not null default 0 check (billing_membership_price >= 0),
  billing_membership_price_international integer not null default 0 check (billing_membership_price_international >= 0),
  ai_chatbot_tagline text,
  ai_chatbot_privacy_text text,
  welcome_page_step_one text,
  welcome_page_step_two text,
  welcome_page_step_three text,
  welcome_page_step_four text,
  welcome_video_title text,
  welcome_video_url text,
  welcome_video_thumbnail_url text,
  welcome_video_duration integer,
  welcome_video_content_summary text
);

-- Members of from_network may see what stands in to_network, for this kind of content.
-- A network always reaches itself: that row is written with the network.
create table network_access (
  kind text not null check (kind in (
    'discussion', 'document_request', 'poll', 'recommendation_request',
    'member_directory', 'event', 'document', 'chat', 'recommendation_request_creation', 'discussion_creation')),
  from_network_id bigint not null references peer_networks on delete cascade,
  to_network_id bigint not null references peer_networks on delete cascade,
  primary key (kind, from_network_id, to_network_id)
);

create table geographies (
  id bigint generated always as identity primary key,
  name text not null unique,
  parent_tag_id bigint references geographies
);

create table areas_of_expertise (
  id bigint generated always as identity primary key,
  name text not null unique
);

-- User beats network, network beats everyone; an unknown key is off.
create table feature_flags (
  id bigint generated always as identity primary key,
  key text not null,
  peer_network_id bigint references peer_networks on delete cascade,
  user_id bigint,
  enabled boolean not null,
  unique nulls not distinct (key, peer_network_id, user_id)
);
