import type { OwnDraftsQuery } from '#api/operations.ts'
import { threadPath } from '#shared/discussions.ts'
import { START_DISCUSSION } from '#shared/routes.ts'
import { useInBrowser } from '#web/kit/store.ts'
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

/** "Saved here" or "Saved on another device". The server renders "Saved": it can't know which device asks. */
export function useSavedWords(): (from: string | undefined) => string {
  const isInBrowser = useInBrowser()
  if (!isInBrowser) return () => 'Saved'
  const device = readJson<string>('this-device')
  return (from) => (from !== undefined && from === device ? 'Saved here' : 'Saved on another device')
}

/** The drafts of the account that a page can continue. A draft of an answer opens at the message. */
export function draftsToShow(
  drafts: OwnDraftsQuery['drafts'],
  savedWords: (from: string | undefined) => string,
): ShownDraft[] {
  return drafts.flatMap(({ key, content, updated_at, thread }) => {
    const { topic = '', text = '', is_private = false, device: from } = content as Content
    const where = savedWords(from)
    const shown = { key, updatedAt: updated_at }
    if (key === 'new') {
      const words = topic || text.slice(0, 80)
      return words ? [{ ...shown, to: START_DISCUSSION, words, facts: `New discussion. ${where}` }] : []
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
