-- The name under which an invitation is counted was its number, which anybody can guess. Now it is 128 random bits.
create function random_code() returns text language sql volatile as $$
  select left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32)
$$;
alter table invitations add column code text not null default random_code();

update users u set invite_code = i.code from invitations i where u.invite_code = 'i-' || i.id;
update users set invite_code = random_code() where invite_code ~ '^i-[0-9]+$';
update analytics_events e set invite_code = i.code from invitations i where e.invite_code = 'i-' || i.id;
