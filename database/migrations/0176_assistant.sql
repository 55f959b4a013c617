-- What answers questions. Without enabled_at it cannot be chosen.
create table ai_models (
  id bigint generated always as identity primary key,
  key text not null unique,
  version text not null,
  name text not null,
  description text not null,
  enabled_at timestamptz,
  place integer not null
);
insert into ai_models (key, version, name, description, enabled_at, place) values
  ('sentences', '1', 'Members’ sentences', 'Answers with sentences that members wrote. Nothing leaves this server.', now(), 1);

create table ai_sources (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  description text not null,
  enabled boolean not null default true,
  default_selected boolean not null default true,
  place integer not null
);
insert into ai_sources (key, name, description, default_selected, place) values
  ('discussions', 'Discussions', 'Openings and group replies in your networks', true, 1),
  ('files', 'Attached files', 'Files that members attached to discussions', true, 2),
  ('peer_documents', 'Peer documents', 'The pages of documents that you can open', true, 3),
  ('events', 'Events', 'Descriptions and transcripts of events', true, 4),
  ('learning', 'Learning Hub', 'Transcripts of series', true, 5),
  ('experts', 'Experts', 'Experts and vendors that members recommend', true, 6),
  ('polls', 'Polls', 'Polls whose results you can see', true, 7),
  ('private_replies', 'Private replies to you', 'Only you see what comes from them', false, 8);

create table ai_conversations (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  deleted timestamptz
);
create index ai_conversations_owner on ai_conversations (user_id, updated desc, id desc) where deleted is null;
create index ai_conversations_all on ai_conversations (user_id);

-- A question has its text in content. The text of an answer is in ai_sentences, because a reader may lose some of it.
create table ai_messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references ai_conversations on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  state text not null default 'complete' check (state in ('writing', 'complete', 'stopped', 'failed')),
  content text not null default '' check (length(content) <= 4000),
  question_id bigint references ai_messages on delete cascade,
  replaced_by_id bigint references ai_messages on delete set null,
  model_id bigint references ai_models,
  sources text[] not null default '{}',
  messages_read integer not null default 0,
  documents_read integer not null default 0,
  num_left_out integer not null default 0,
  is_abstained boolean not null default false,
  is_fallback boolean not null default false,
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  created timestamptz not null default now(),
  -- When the server that writes the answer was last seen writing.
  written_at timestamptz not null default now(),
  -- Of an answer: the day to which its tokens count.
  usage_day date,
  deleted timestamptz,
  check ((role = 'assistant') = (question_id is not null)),
  check (role = 'user' or content = '')
);
create index ai_messages_conversation on ai_messages (conversation_id, id);
create index ai_messages_question on ai_messages (question_id);
create index ai_messages_replaced on ai_messages (replaced_by_id);
create index ai_messages_model on ai_messages (model_id);
create index ai_messages_writing on ai_messages (written_at) where state = 'writing';

create table ai_citations (
  ai_message_id bigint not null references ai_messages on delete cascade,
  number integer not null,
  kind text not null check (kind in ('message', 'message_file', 'peer_document', 'event', 'event_video', 'series_video', 'expert', 'poll')),
  entity_id bigint not null,
  page integer,
  seconds integer,
  -- As it stands in the source. If the source no longer says it, the citation is gone.
  quote text not null check (length(quote) between 1 and 2000),
  is_private boolean not null default false,
  primary key (ai_message_id, number)
);
create index ai_citations_entity on ai_citations (kind, entity_id);

create table ai_sentences (
  ai_message_id bigint not null references ai_messages on delete cascade,
  number integer not null,
  paragraph integer not null,
  content text not null check (length(content) between 1 and 2000),
  citations integer[] not null check (cardinality(citations) > 0),
  primary key (ai_message_id, number)
);

-- Of an answer: discussions that mention its subject, and members who wrote about it.
create table ai_related_threads (
  ai_message_id bigint not null references ai_messages on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  place integer not null,
  primary key (ai_message_id, thread_id)
);
create index ai_related_threads_thread on ai_related_threads (thread_id);

create table ai_people (
  ai_message_id bigint not null references ai_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  num_of_messages integer not null,
  place integer not null,
  primary key (ai_message_id, user_id)
);
create index ai_people_user on ai_people (user_id);

create table ai_feedback (
  ai_message_id bigint primary key references ai_messages on delete cascade,
  is_positive boolean not null,
  details text check (length(details) <= 2000),
  is_shared boolean not null default false,
  updated_at timestamptz not null default now()
);

create table prompt_templates (
  id bigint generated always as identity primary key,
  prompt_type text not null check (prompt_type in ('library', 'user')),
  -- Of a member's own prompt. Those of the library belong to nobody.
  user_id bigint references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  content text not null check (length(content) between 1 and 4000),
  description text,
  category text,
  "order" integer not null default 0,
  created_at timestamptz not null default now(),
  deleted timestamptz,
  check ((prompt_type = 'user') = (user_id is not null))
);
create index prompt_templates_owner on prompt_templates (user_id);

-- Files of a question or of a prompt, with the text that was read from them.
create table ai_attachments (
  id bigint generated always as identity primary key,
  ai_message_id bigint references ai_messages on delete cascade,
  prompt_template_id bigint references prompt_templates on delete cascade,
  name text not null,
  file_type text not null,
  size bigint not null,
  storage_key text not null,
  preview_key text,
  content text not null default '',
  check (num_nonnulls(ai_message_id, prompt_template_id) = 1)
);
create index ai_attachments_message on ai_attachments (ai_message_id);
create index ai_attachments_prompt on ai_attachments (prompt_template_id);

create table ai_preferences (
  user_id bigint primary key references users on delete cascade,
  risk_tolerance text check (risk_tolerance in ('low', 'medium', 'high')),
  context text not null default '' check (length(context) <= 1000),
  -- The member's own limit, if lower than everyone's.
  daily_limit integer check (daily_limit between 1 and 50),
  updated_at timestamptz not null default now()
);

-- What a member asked on a day, in UTC.
create table ai_usage (
  user_id bigint not null references users on delete cascade,
  day date not null,
  questions integer not null,
  tokens_in integer not null default 0,
  tokens_out integer not null default 0,
  primary key (user_id, day)
);
create index ai_usage_day on ai_usage (day);

insert into prompt_templates (prompt_type, name, content, description, category, "order") values
  ('library', 'What do peers accept?', 'What terms do members accept for [clause], and what did they refuse?', 'Positions that members took on a clause', 'Contracts', 1),
  ('library', 'How was it negotiated?', 'How did members negotiate [clause] with [kind of vendor], and what worked?', 'What worked in a negotiation', 'Contracts', 2),
  ('library', 'Is there a template?', 'Which documents have members shared for [agreement or policy]?', 'Templates and examples that members shared', 'Contracts', 3),
  ('library', 'Whom do peers recommend?', 'Whom do members recommend for [matter] in [place]?', 'Counsel, experts and vendors', 'Experts and vendors', 1),
  ('library', 'What does it cost?', 'What do members pay for [service], and how is it priced?', 'Prices and fee models that members named', 'Experts and vendors', 2),
  ('library', 'How are teams set up?', 'How do members staff [function], and to whom does it report?', 'Size, structure and reporting lines', 'Teams and budgets', 1),
  ('library', 'What is the budget?', 'How much do members budget for [function or system]?', 'Budgets that members named', 'Teams and budgets', 2),
  ('library', 'What changed?', 'What did members do about [new rule], and by when?', 'How members prepared for a rule', 'Regulation', 1),
  ('library', 'What went wrong?', 'What went wrong for members with [system or project], and what would they do differently?', 'Lessons from projects', 'Systems and projects', 1),
  ('library', 'Which system do peers use?', 'Which systems do members use for [task], and are they satisfied?', 'Systems in use, with opinions', 'Systems and projects', 2);
