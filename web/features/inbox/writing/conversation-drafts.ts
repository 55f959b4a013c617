/** What a member has begun to write in a conversation, stored on this device. */
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

/** A conversation that is not begun yet. What is meant for one member is never offered beside the name of another. */
export interface NewConversationDraft {
  type: GroupType
  members: readonly Person[]
  name: string
  html: string
  text: string
}

export const newConversationDraftKey = (userId: number, withId: number | undefined) =>
  `${UNSENT_PREFIX}chat.${userId}.new${withId === undefined ? '' : `.${withId}`}`

/** They are in conversation meanwhile, so what was begun stands there to be sent. */
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
