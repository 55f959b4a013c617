-- Whether Enter sends a chat message; otherwise it begins a line and Ctrl Enter sends.
alter table member_preferences add column enter_sends boolean not null default false;
