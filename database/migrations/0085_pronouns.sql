-- How others refer to a member, shown beside the name.
alter table users add column pronouns text check (length(pronouns) <= 40);
