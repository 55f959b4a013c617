/**
 * Records what staff read that was not written for them: private replies, and private messages that were reported.
 * Called with each answer before it is sent: what cannot be recorded is not read. Anonymous authors are recorded where
 * they are revealed. Once an hour for each item, because an open page loads again with every signal. While they view
 * the community as a member, everything they read is recorded.
 */
import type pg from 'pg'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { mayAnywhere } from '#shared/staff-roles.ts'
import type { Read } from '#server/platform/http/graphql.ts'
import { recordImpersonatedRead, recordReads } from './staff-reads.sql.ts'

interface PrivateReads {
  messageIds: number[]
  reportIds: number[]
}
type Item = Record<string, unknown>

/** Everything in the answer that may be private; the statement keeps what is. */
function privateItems(answer: unknown, read: PrivateReads): PrivateReads {
  if (Array.isArray(answer)) for (const each of answer) privateItems(each, read)
  else if (typeof answer === 'object' && answer !== null) {
    const item = answer as Item
    read.messageIds.push(...messageIdsOf(item))
    if (Array.isArray(item['shown_messages']) && item['shown_messages'].length > 0)
      read.reportIds.push(item['id'] as number)
    for (const value of Object.values(item)) privateItems(value, read)
  }
  return read
}

/** A message, a search result, a queued or reported post, and what a queued reply answers. */
function messageIdsOf(item: Item): number[] {
  const isQueued = item['item_type'] === 'message' && item['is_private'] === true
  const isReported = item['type'] === 'message' && typeof item['content_id'] === 'number'
  const answered = item['answered'] as Item | null | undefined
  const ids = [
    isQueued ? item['item_id'] : undefined,
    isReported ? item['content_id'] : undefined,
    item['is_private'] === true && !isQueued ? (item['message_id'] ?? item['id']) : undefined,
    answered?.['excerpt'] === undefined ? undefined : answered['id'],
  ]
  return ids.filter((id) => typeof id === 'number')
}

/** The one thing that was asked for, or 0. */
function itemOf(variables: Read['variables']): number {
  const id = variables['id'] ?? variables['thread_id'] ?? variables['user_id']
  return typeof id === 'number' ? id : 0
}

/** Earlier versions do not say of which message they are; the question does. */
function versionsRead(variables: Read['variables'], { message_versions: versions }: Item): number[] {
  const id = variables['message_id']
  return Array.isArray(versions) && versions.length > 0 && typeof id === 'number' ? [id] : []
}

/** A file of a message is opened. Does nothing for members, and for group replies. */
export async function recordFileRead(pool: pg.Pool, viewer: Viewer, messageId: number): Promise<void> {
  if (mayAnywhere(viewer.grants, 'moderation'))
    await pool.query(recordReads({ staffId: viewer.id, messageIds: [messageId], reportIds: [] }))
}

/** For `operationRunner`: does nothing for members. */
export const staffReadRecorder =
  (pool: pg.Pool) =>
  async (viewer: Viewer, { name, variables, answer }: Read): Promise<void> => {
    if (viewer.impersonation)
      await pool.query(
        recordImpersonatedRead({
          impersonationId: viewer.impersonation.id,
          operation: name,
          itemId: itemOf(variables),
        }),
      )
    if (!mayAnywhere(viewer.grants, 'moderation')) return
    const said = JSON.parse(answer) as Item
    const { messageIds, reportIds } = privateItems(said, { messageIds: versionsRead(variables, said), reportIds: [] })
    if (messageIds.length + reportIds.length > 0)
      await pool.query(recordReads({ staffId: viewer.id, messageIds, reportIds }))
  }
