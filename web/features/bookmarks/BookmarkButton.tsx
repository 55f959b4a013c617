import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { ContentKind } from '#shared/bookmarks.ts'
import { useIsSaved } from '#web/features/bookmarks/marks.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { loadOnce } from '#web/kit/loading/load-once.ts'
import { useInBrowser } from '#web/kit/store.ts'
import { useUser } from '#web/platform/session/session.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import styles from './BookmarkButton.module.css'

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
  const word = isMarked ? 'Saved' : 'Save'
  const isHydrated = useInBrowser()
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
      className={classNames(styles.button, className ?? buttonClass('bare'))}
      data-bookmark=""
      aria-pressed={isMarked}
      // In the HTML of a feed the titles would weigh as much as the buttons.
      aria-label={isHydrated ? `${word} ${title}` : undefined}
      onPointerEnter={() => void loadActions()}
      onClick={onClick}
    >
      {word}
    </button>
  )
}
