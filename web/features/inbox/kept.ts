/** What a member has begun to write in a conversation, and what could not be sent, kept on this device. */
import type { GroupType } from '#shared/inbox.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { Person } from '#web/features/inbox/inbox.queries.ts'
import { forget, keep, readKept } from '#web/platform/device.ts'

export interface Kept {
  html: string
  text: string
  mentions: number[]
  attachments: UploadedFile[]
}

export const draftKey = (userId: number, groupId: number) => `counterpart.chat.${userId}.${groupId}`

/** A conversation that is not begun yet. What is meant for one member is never offered beside the name of another. */
export interface Beginning {
  type: GroupType
  members: readonly Person[]
  name: string
  html: string
  text: string
}

export const beginningKey = (userId: number, withId: number | undefined) =>
  `counterpart.chat.${userId}.new${withId === undefined ? '' : `.${withId}`}`

/** They are in conversation meanwhile, so what was begun stands there to be sent. */
export function handOver(userId: number, withId: number, groupId: number): void {
  const begun = readKept<Beginning>(beginningKey(userId, withId))
  if (begun === null) return
  const { html, text } = begun
  const key = draftKey(userId, groupId)
  if (text === '' || readKept(key) !== null || keep(key, { html, text, mentions: [], attachments: [] } satisfies Kept))
    forget(beginningKey(userId, withId))
}
