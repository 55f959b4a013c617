import type { OwnDraftsQuery } from '#api/operations.ts'
import { threadPath } from '#shared/discussions.ts'
import { ROUTES } from '#shared/routes.ts'
import { readJson } from '#web/platform/storage/json-storage.ts'

interface ShownDraft {
  key: string
  to: string
  words: string
  facts: string
  updatedAt: string
}

interface Content {
  topic?: string
  text?: string
  is_private?: boolean
  device?: string
}

/** The drafts of the account that a page can continue. A draft of an answer opens at the message. */
export function draftsToShow(drafts: OwnDraftsQuery['drafts']): ShownDraft[] {
  const device = readJson<string>('this-device')
  return drafts.flatMap(({ key, content, updated_at, thread }) => {
    const { topic = '', text = '', is_private = false, device: from } = content as Content
    const where = from !== undefined && from === device ? 'Saved here' : 'Saved on another device'
    const shown = { key, updatedAt: updated_at }
    if (key === 'new') {
      const words = topic || text.slice(0, 80)
      return words
        ? [{ ...shown, to: `${ROUTES.feed}#start-a-discussion`, words, facts: `New discussion. ${where}` }]
        : []
    }
    if (!thread || text.trim() === '') return []
    const message = key.split('.')[1]
    const to = message === 'thread' ? `${threadPath(thread.id)}#reply` : `${threadPath(thread.id)}#message-${message}`
    return [
      {
        ...shown,
        to,
        words: `Reply to “${thread.topic}”`,
        facts: `${is_private ? 'Private' : 'To the group'}. ${where}`,
      },
    ]
  })
}
