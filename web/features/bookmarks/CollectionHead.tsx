import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { COLLECTION_TITLE_LENGTH } from '#shared/bookmarks.ts'
import { SORTS, type BookmarkSearch, type BookmarkSort, type Saved } from '#web/features/bookmarks/bookmark-search.ts'
import { useAlterBookmarks, type Collection } from '#web/features/bookmarks/bookmarks.queries.ts'
import { openBookmarks } from '#web/features/bookmarks/bookmark-search.ts'
import { TitleForm } from '#web/features/bookmarks/TitleForm.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from './BookmarksPage.module.css'

/** The title of what is shown, with the acts on a collection and the order. */
export function CollectionHead({ saved, search }: { saved: Saved; search: BookmarkSearch }) {
  const [act, setAct] = useState<'rename' | 'delete'>()
  const collection = saved.collections.find(({ id }) => id === search.collection)
  const title = collection?.title ?? (search.collection === 'none' ? 'Not in a collection' : 'All bookmarks')
  if (collection && act === 'rename') return <Rename collection={collection} onDone={() => setAct(undefined)} />
  return (
    <>
      <div className={styles.head}>
        <h2 className="t-section">{title}</h2>
        <div className={styles.headActs}>
          {collection && (
            <>
              <button type="button" className={styles.act} onClick={() => setAct('rename')}>
                <IconPencil size={16} stroke={1.6} aria-hidden />
                Rename
              </button>
              <button type="button" className={styles.act} onClick={() => setAct('delete')}>
                <IconTrash size={16} stroke={1.6} aria-hidden />
                Delete
              </button>
            </>
          )}
          <SelectMenu
            label="Sort by:"
            className={styles.sort}
            value={search.sort ?? 'newest'}
            options={SORTS}
            onChange={(sort) => openBookmarks({ ...search, sort: sort as BookmarkSort })}
          />
        </div>
      </div>
      {collection && act === 'delete' && <Delete collection={collection} onDone={() => setAct(undefined)} />}
    </>
  )
}

function Rename({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { run, isPending, error } = useAlterBookmarks()
  const rename = async (title: string) => {
    if (await run({ bookmarks: [], collection_id: collection.id, title })) onDone()
  }
  return (
    <TitleForm
      title={collection.title}
      confirm="Rename"
      maxLength={COLLECTION_TITLE_LENGTH}
      isPending={isPending}
      problem={error?.message}
      onSubmit={(title) => void rename(title)}
      onCancel={onDone}
    />
  )
}

function Delete({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { run, isPending, error } = useAlterBookmarks()
  const remove = async () => {
    if (!(await run({ bookmarks: [], collection_id: collection.id, is_deleted: true }))) return
    toast.success(`Deleted ${collection.title}`, 'Its bookmarks are still saved.')
    openBookmarks({})
  }
  return (
    <ConfirmForm
      question={`Delete the collection “${collection.title}”? Its bookmarks stay saved.`}
      confirm="Delete collection"
      isPending={isPending}
      problem={error?.message}
      onConfirm={() => void remove()}
      onCancel={onDone}
    />
  )
}
