import type pg from 'pg'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { groupActions, startConversation } from './groups.actions.ts'
import { inbox, reachedInbox } from './inbox.access.ts'
import { ownActions } from './inbox.actions.ts'
import { inboxAnswers, inboxReads } from './inbox.reads.ts'
import { registerInboxRoutes } from './inbox.routes.ts'
import { selectNotified } from './inbox.sql.ts'
import { invitationActions } from './invitations.actions.ts'
import { messageActions } from './messages.actions.ts'
import { inboxPersonalData } from './personal-data.ts'

export { inbox, reachedInbox, startConversation }

export const inboxFeature = defineFeature({
  name: 'inbox',
  level: 'content',
  besides: ['discussions'],
  reads: merged(inboxReads, inboxAnswers),
  access: [inbox, reachedInbox],
  personalData: inboxPersonalData,
  actions: ({ pool, bus }) => ({
    ...groupActions(pool, bus),
    ...invitationActions(pool, bus),
    ...messageActions(pool, bus),
    ...ownActions(pool, bus),
  }),
  routes: (app, { readPool, blobs, sessions }) => registerInboxRoutes(app, { pool: readPool, blobs, sessions }),
})

interface Notified {
  user_id: number
  is_mentioned: boolean
  email: boolean
  push: boolean
}

/** The members to notify of an inbox message, besides on the screen, with their notification settings. */
export async function notifiedMembers(database: Pick<pg.Pool, 'query'>, messageId: number): Promise<Notified[]> {
  const { rows } = await database.query<Notified>(selectNotified({ messageId }))
  return rows
}
