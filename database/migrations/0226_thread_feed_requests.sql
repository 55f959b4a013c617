-- Requests for a recommendation, the newest first: who can still be helped is looked for among these alone.
create index concurrently thread_feed_requests on thread_feed (pub_date desc, thread_id desc)
  where thread_type = 'recommendation_request' and visible;
