import { checkedRelations, mayIn, sql } from '#server/platform/graph/sql.ts'

export const answerTemplates = checkedRelations({
  /** Of all moderators, whichever network is theirs. Empty for everyone else. */
  answer_templates: sql`
    select a.* from answer_templates a where ${mayIn('moderation', sql`array(select n.id from peer_networks n)`)}`,
})
