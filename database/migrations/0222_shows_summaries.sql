-- Whether the member is shown summaries of what was said in discussions.
alter table member_preferences add column shows_summaries boolean not null default true;
