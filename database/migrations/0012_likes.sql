-- Sets, switches or withdraws (null) likes of one member. A thread is liked by its opening message.
create function like_messages(liker_id bigint, message_ids bigint[], sentiments boolean[]) returns void language plpgsql as $$
begin
  perform 1 from messages where id = any(message_ids) order by id for no key update;
  delete from likes l using unnest(message_ids, sentiments) as a(id, sentiment)
    where a.sentiment is null and l.entity_type = 'message' and l.entity_id = a.id and l.user_id = liker_id;
  insert into likes (user_id, entity_type, entity_id, sentiment)
    select liker_id, 'message', a.id, a.sentiment from unnest(message_ids, sentiments) as a(id, sentiment)
    where a.sentiment is not null
    on conflict (entity_type, entity_id, user_id) do update set sentiment = excluded.sentiment, created_at = now()
      where likes.sentiment <> excluded.sentiment;
  perform recount_likes(message_ids);
end
$$;

-- Messages whose stored number of likes differs from the counted one. The nightly check must find none.
create function drifted_likes() returns setof bigint language sql stable as $$
  select m.id from messages m
  left join (
    select l.entity_id, count(*)::integer as num_of_likes from likes l join users u on u.id = l.user_id and not u.suspended
    where l.entity_type = 'message' and l.sentiment group by l.entity_id) c on c.entity_id = m.id
  where m.num_of_likes <> coalesce(c.num_of_likes, 0)
$$;

-- What was written before its words were kept. A migration of its own: the one before it holds locks of triggers.
insert into message_words (message_id, thread_id, words)
  select m.id, m.thread_id, to_tsvector('english', m.cleaned_body) from messages m where m.is_original_message and m.visible
  on conflict (message_id) do nothing;
