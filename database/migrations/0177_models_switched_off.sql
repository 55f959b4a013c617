-- Staff switched it off: it stays off when the server starts and offers its models again.
alter table ai_models add column switched_off_at timestamptz;
-- False once the configuration of the server no longer names it. Such a model cannot be switched on.
alter table ai_models add column is_offered boolean not null default true;
