/** Statements for experts named in messages. */
export const insertExpertTags = {
  name: 'insert-message-experts',
  text: `insert into message_experts (message_id, expert_id, place)
    select $1, e.id, e.place from unnest($2::bigint[]) with ordinality as e(id, place)`,
}

/** An existing vote is not replaced. */
export const insertVotes = {
  name: 'insert-expert-votes',
  text: `insert into likes (user_id, entity_type, entity_id, sentiment)
    select $1, 'expert', v.id, v.vote from unnest($2::bigint[], $3::boolean[]) as v(id, vote)
    on conflict (entity_type, entity_id, user_id) do nothing`,
}

export const countExpertTags = { name: 'count-named-experts', text: 'select count_named_experts($1, $2::bigint[])' }
