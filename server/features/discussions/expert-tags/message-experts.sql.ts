/** Statements for experts named in messages. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const insertExpertTags = statement(
  'insert-message-experts',
  { messageId: 'bigint', expertIds: 'bigint[]' },
  (p) => sql`insert into message_experts (message_id, expert_id, place)
    select ${p.messageId}, e.id, e.place from unnest(${p.expertIds}) with ordinality as e(id, place)`,
)

/** An existing vote is not replaced. */
export const insertVotes = statement(
  'insert-expert-votes',
  { userId: 'bigint', expertIds: 'bigint[]', votes: 'boolean[]' },
  (p) => sql`insert into likes (user_id, entity_type, entity_id, sentiment)
    select ${p.userId}, 'expert', v.id, v.vote from unnest(${p.expertIds}, ${p.votes}) as v(id, vote)
    on conflict (entity_type, entity_id, user_id) do nothing`,
)

export const countExpertTags = statement(
  'count-named-experts',
  { threadId: 'bigint', expertIds: 'bigint[]' },
  (p) => sql`select count_named_experts(${p.threadId}, ${p.expertIds})`,
)
