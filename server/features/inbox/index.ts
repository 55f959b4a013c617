import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { groupActions } from './groups.actions.ts'
import { inboxAnswers, inboxReads as fields } from './inbox.reads.ts'
import { ownActions } from './inbox.actions.ts'
import { selectNotified } from './inbox.sql.ts'
import { invitationActions } from './invitations.actions.ts'
import { messageActions } from './messages.actions.ts'

export { inbox, reachedInbox } from './inbox.access.ts'
export { registerInboxRoutes } from './inbox.routes.ts'
export const inboxReads = merged(fields, inboxAnswers)

export const inboxActions = (pool: pg.Pool, bus: Bus): Actions => ({
  ...groupActions(pool, bus),
  ...invitationActions(pool, bus),
  ...messageActions(pool, bus),
  ...ownActions(pool, bus),
})

interface Notified {
  user_id: number
  is_mentioned: boolean
  email: boolean
  push: boolean
}

/** Whom a message of the inbox should be brought to, beside the screen, and how they want it. */
export async function notifiedMembers(database: Pick<pg.Pool, 'query'>, messageId: number): Promise<Notified[]> {
  const { rows } = await database.query<Notified>({ ...selectNotified, values: [messageId] })
  return rows
}
