import type { ThreadType } from '#shared/discussions.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { ExpertTagDraft } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import type { PollDraft } from '#web/features/discussions/polls/poll-draft.ts'
import { DRAFT_PREFIX } from '#web/writing/drafts/draft-store.ts'

export interface ThreadDraft {
  kind?: ThreadType
  poll?: PollDraft
  topic: string
  html: string
  text: string
  peer_network_ids: number[]
  areas_of_expertise: number[]
  geographies: number[]
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
  is_anonymous?: boolean
}

export const threadDraftKey = (userId: number) => `${DRAFT_PREFIX}${userId}.new`
