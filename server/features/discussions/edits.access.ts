/** Whoever may read a message may read how it stood before. */
import { reached, sql } from '#server/platform/graph/sql.ts'
import { ofReadableMessage } from './discussions.access.ts'

const versions = sql`select x.* from message_versions x`

export const edits = reached({
  message_versions: { rows: versions, wall: sql`${versions} where ${ofReadableMessage(sql`x.message_id`)}` },
})
