-- Who leaves is forgotten in one statement, which must not read all that was ever measured. Built beside those who visit.
create index concurrently analytics_events_user on analytics_events (user_id);
