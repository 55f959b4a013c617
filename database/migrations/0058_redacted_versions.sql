-- What staff have redacted stands in earlier versions no more: posts redacted from now on lose theirs as it happens.
delete from message_versions v using messages m, moderation_decisions d
where m.id = v.message_id and d.decision = 'edited' and v.created_at < d.at
  and case when d.item_type = 'thread' then m.thread_id = d.item_id and m.is_original_message else m.id = d.item_id end;
