/** What a member has begun to write in a conversation, and what could not be sent, kept on this device. */
import type { GroupType } from '#shared/inbox.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { Person } from '#web/features/inbox/inbox.queries.ts'
import { removeKey, writeJson, readJson } from '#web/platform/storage/json-storage.ts'

export interface ChatDraft {
  html: string
  text: string
  mentions: number[]
  attachments: UploadedFile[]
}

export const draftKey = (userId: number, groupId: number) => `counterpart.chat.${userId}.${groupId}`

/** A conversation that is not begun yet. What is meant for one member is never offered beside the name of another. */
export interface NewConversationDraft {
  type: GroupType
  members: readonly Person[]
  name: string
  html: string
  text: string
}

export const newConversationDraftKey = (userId: number, withId: number | undefined) =>
  `counterpart.chat.${userId}.new${withId === undefined ? '' : `.${withId}`}`

/** They are in conversation meanwhile, so what was begun stands there to be sent. */
export function moveToConversation(userId: number, withId: number, groupId: number): void {
  const begun = readJson<NewConversationDraft>(newConversationDraftKey(userId, withId))
  if (begun === null) return
  const { html, text } = begun
  const key = draftKey(userId, groupId)
  if (
    text === '' ||
    readJson(key) !== null ||
    writeJson(key, { html, text, mentions: [], attachments: [] } satisfies ChatDraft)
  )
    removeKey(newConversationDraftKey(userId, withId))
}
