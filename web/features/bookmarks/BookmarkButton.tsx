import { useQueryClient } from '@tanstack/react-query'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { ContentKind } from '#shared/bookmarks.ts'
import { useIsSaved } from '#web/features/bookmarks/marks.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { loadOnce } from '#web/kit/loading/load-once.ts'
import { useUser } from '#web/platform/session/session.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'

interface Props {
  kind: ContentKind
  id: number
  /** What the server answered. */
  isSaved: boolean
  /** Names the item for screen readers. */
  title: string
  /** Where it is shown, for `source` of the bookmark. */
  source: string
  /** The plain button of rows and pages if omitted. */
  className?: string | undefined
}

const loadChoice = loadOnce(() => import('#web/features/bookmarks/ChooseCollection.tsx'))
const loadActions = loadOnce(() => import('#web/features/bookmarks/save-bookmark.ts'))

/** Saves the item with one press, removes it with another. */
export function BookmarkButton({ kind, id, isSaved, title, source, className }: Props) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const item = { kind, id }
  const isMarked = useIsSaved(item, isSaved)
  const Icon = isMarked ? IconBookmarkFilled : IconBookmark
  // With Shift, or with the key of the keyboard shortcut, what is saved gets a collection.
  const onClick = (event: MouseEvent) => {
    const isChoosing = event.shiftKey && isMarked
    if (isChoosing)
      void loadChoice().then(({ openChooseCollection }) => openChooseCollection(client, [item]), showLoadError)
    else
      void loadActions().then(
        ({ saveBookmark }) => saveBookmark({ client, userId, item, source }, !isMarked),
        showLoadError,
      )
  }
  return (
    <button
      type="button"
      className={className ?? buttonClass('bare')}
      data-bookmark={`${kind} ${id}`}
      aria-pressed={isMarked}
      aria-label={`Save ${title}`}
      onPointerEnter={() => void loadActions()}
      onClick={onClick}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      <span>{isMarked ? 'Saved' : 'Save'}</span>
    </button>
  )
}
