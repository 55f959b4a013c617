-- Whether a session outlives the browser that it began in. One that was begun for less than two days does not.
alter table sessions add column keep_signed_in boolean not null default true;
update sessions set keep_signed_in = false where expires_at < created_at + interval '2 days';
