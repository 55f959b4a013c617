/** Drafts of conversations, stored on this device. */
import type { GroupType } from '#shared/inbox.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { Person } from '#web/features/inbox/inbox.queries.ts'
import { UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'
import { discardDraft } from '#web/writing/drafts/discard-draft.ts'
import { readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

export interface ChatDraft {
  html: string
  text: string
  mentions: number[]
  attachments: UploadedFile[]
}

export const chatDraftKey = (userId: number, groupId: number) => `${UNSENT_PREFIX}chat.${userId}.${groupId}`

/** Draft of a new conversation. A draft for one member is never shown in a conversation with another. */
export interface NewConversationDraft {
  type: GroupType
  members: readonly Person[]
  name: string
  html: string
  text: string
}

export const newConversationDraftKey = (userId: number, withId: number | undefined) =>
  `${UNSENT_PREFIX}chat.${userId}.new${withId === undefined ? '' : `.${withId}`}`

/** Moves the draft to the conversation that now exists, ready to send. */
export function moveToConversation(userId: number, withId: number, groupId: number): void {
  const begun = readDraft<NewConversationDraft>(newConversationDraftKey(userId, withId))
  if (begun === null) return
  const { html, text } = begun
  const key = chatDraftKey(userId, groupId)
  if (
    text === '' ||
    readDraft(key) !== null ||
    storeDraft(key, { html, text, mentions: [], attachments: [] } satisfies ChatDraft)
  )
    discardDraft(newConversationDraftKey(userId, withId))
}
