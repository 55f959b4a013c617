import { useQueryClient } from '@tanstack/react-query'
import { IconDots, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { BOOKMARK_NOTE_LENGTH } from '#shared/bookmarks.ts'
import { longDate } from '#shared/kit/dates.ts'
import { KIND_ICONS, labelOf, shownAs } from '#web/features/bookmarks/bookmark-kinds.ts'
import { useAlterBookmarks, type Bookmark } from '#web/features/bookmarks/bookmarks.queries.ts'
import { openChooseCollection } from '#web/features/bookmarks/ChooseCollection.tsx'
import { removeBookmarks } from '#web/features/bookmarks/remove-bookmarks.ts'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './BookmarksPage.module.css'

interface Props {
  bookmark: Bookmark
  timeZone: string
  isSelected: boolean
  onSelect: () => void
}

/** One saved item. What is gone shows neither title nor reason. */
export function BookmarkRow({ bookmark, timeZone, isSelected, onSelect }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { run, isPending } = useAlterBookmarks()
  const shown = shownAs(bookmark, timeZone)
  const label = labelOf(bookmark)
  const Icon = shown ? KIND_ICONS[bookmark.kind] : IconLinkOff
  const savedOn = longDate(bookmark.bookmarked_at, timeZone)
  return (
    <li className={styles.row}>
      <Checkbox
        hidesLabel
        label={shown ? `Select ${shown.title}` : `Select the item saved on ${savedOn}`}
        className={styles.check}
        checked={isSelected}
        onChange={onSelect}
      />
      <span className={shown ? styles.icon : `${styles.icon} ${styles.gone}`}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={styles.text}>
        <p className={styles.kind}>{label}</p>
        {shown ? (
          <h3 className={styles.title}>
            <Link to={shown.path}>{shown.title}</Link>
          </h3>
        ) : (
          <h3 className={`${styles.title} ${styles.goneTitle}`}>No longer available to you</h3>
        )}
        <p className={styles.kind}>
          {shown ? shown.line : `Saved ${savedOn}. It was removed, or you no longer have access`}
        </p>
        {bookmark.note !== null && !isEditing && <p className={styles.noteText}>{bookmark.note}</p>}
        {isEditing && <NoteForm bookmark={bookmark} onDone={() => setEditing(false)} />}
      </div>
      {shown ? (
        <RowMenu bookmark={bookmark} title={shown.title} onEdit={() => setEditing(true)} />
      ) : (
        <button
          type="button"
          className={styles.act}
          disabled={isPending}
          onClick={() => void removeBookmarks(run, [bookmark])}
        >
          Remove
        </button>
      )}
    </li>
  )
}

function RowMenu({ bookmark, title, onEdit }: { bookmark: Bookmark; title: string; onEdit: () => void }) {
  const client = useQueryClient()
  const { run } = useAlterBookmarks()
  const { kind, item_id: id } = bookmark
  return (
    <Menu
      label={`Actions for ${title}`}
      trigger={(props) => (
        <button type="button" className={styles.more} aria-label={`More actions for ${title}`} {...props}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </button>
      )}
    >
      <button type="button" role="menuitem" className={menuItemClass} onClick={onEdit}>
        {bookmark.note === null ? 'Add note' : 'Edit note'}
      </button>
      <button
        type="button"
        role="menuitem"
        className={menuItemClass}
        onClick={() => openChooseCollection(client, [{ kind, id }])}
      >
        Move to
      </button>
      <button
        type="button"
        role="menuitem"
        className={menuItemClass}
        onClick={() => void removeBookmarks(run, [bookmark])}
      >
        Remove
      </button>
    </Menu>
  )
}

function NoteForm({ bookmark, onDone }: { bookmark: Bookmark; onDone: () => void }) {
  const { run, isPending, error } = useAlterBookmarks()
  const [note, setNote] = useState(bookmark.note ?? '')
  const save = async () => {
    if (await run({ bookmarks: [{ kind: bookmark.kind, id: bookmark.item_id, note, is_removed: false }] })) onDone()
  }
  return (
    <form
      method="post"
      className={styles.titleForm}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextAreaField
        label="Your note"
        autoFocus
        rows={3}
        maxLength={BOOKMARK_NOTE_LENGTH}
        value={note}
        problem={error?.message}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles.titleActs}>
        <Button type="submit" disabled={isPending}>
          Save note
        </Button>
        <Button look="bare" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
