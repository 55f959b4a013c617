import { useQueryClient } from '@tanstack/react-query'
import { IconFolder, IconTrash } from '@tabler/icons-react'
import { useAlterBookmarks, type Bookmark } from '#web/features/bookmarks/bookmarks.queries.ts'
import { openChooseCollection } from '#web/features/bookmarks/ChooseCollection.tsx'
import { removeBookmarks } from '#web/features/bookmarks/remove-bookmarks.ts'
import styles from './BookmarksPage.module.css'

/** Acts on what is selected. */
export function BulkBar({ chosen, onDone }: { chosen: readonly Bookmark[]; onDone: () => void }) {
  const client = useQueryClient()
  const { run, isPending } = useAlterBookmarks()
  return (
    <div className={styles.bulk} role="toolbar" aria-label="Selected bookmarks">
      <p className={styles.bulkCount} role="status">
        {chosen.length.toLocaleString('en-US')} selected
      </p>
      <button
        type="button"
        className={styles.act}
        onClick={() =>
          openChooseCollection(
            client,
            chosen.map(({ kind, item_id: id }) => ({ kind, id })),
            onDone,
          )
        }
      >
        <IconFolder size={16} stroke={1.6} aria-hidden />
        Move to
      </button>
      <button
        type="button"
        className={styles.act}
        disabled={isPending}
        onClick={() => void removeBookmarks(run, chosen).then((isDone) => isDone && onDone())}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
        Remove
      </button>
    </div>
  )
}
