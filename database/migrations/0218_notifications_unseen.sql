-- Every page counts these; they are few among thousands.
create index concurrently notifications_unseen on notifications (user_id) where not seen and not hidden;
