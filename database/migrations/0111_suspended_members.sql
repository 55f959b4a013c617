-- Staff see the suspended members first; nobody else is read for that.
create index concurrently users_suspended on users (id) where suspended;
