create index concurrently analytics_events_received on analytics_events (received_at);
