import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { COLLECTION_TITLE_LENGTH, TITLE_REQUIRED } from '#shared/bookmarks.ts'
import { collectionsQuery, useAlterBookmarks } from '#web/features/bookmarks/bookmarks.queries.ts'
import type { Bookmarkable } from '#web/features/bookmarks/marks.ts'
import { Button } from '#web/kit/Button.tsx'
import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from './ChooseCollection.module.css'

const NEW = 'new'
const NONE = 'none'

/** Asks in a dialog which collection the bookmarks belong to. */
export const openChooseCollection = (client: QueryClient, items: readonly Bookmarkable[], onMoved?: () => void) =>
  openDialog({
    title: 'Choose a collection',
    children: (close) => (
      <QueryClientProvider client={client}>
        <Choice
          items={items}
          onMoved={() => {
            close()
            onMoved?.()
          }}
        />
      </QueryClientProvider>
    ),
  })

function Choice({ items, onMoved }: { items: readonly Bookmarkable[]; onMoved: () => void }) {
  const { data, isError, refetch } = useQuery(collectionsQuery)
  const { run, isPending, error } = useAlterBookmarks()
  const [chosen, setChosen] = useState<string>()
  const [title, setTitle] = useState('')
  const [isMissing, setMissing] = useState(false)
  if (!data)
    return isError ? (
      <p role="alert">
        We couldn’t load your collections. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    ) : (
      <p aria-busy="true">Loading…</p>
    )
  const collections = data.bookmark_collections
  const value = chosen ?? (collections[0] ? String(collections[0].id) : NEW)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const isNew = value === NEW
    if (isNew && title.trim() === '') return setMissing(true)
    const where = isNew ? { title } : value === NONE ? { is_unfiled: true } : { collection_id: Number(value) }
    const done = await run({ bookmarks: items.map(({ kind, id }) => ({ kind, id, is_removed: false })), ...where })
    if (!done) return
    const name = isNew ? title.trim() : collections.find(({ id }) => String(id) === value)?.title
    toast.success(name === undefined ? 'Moved out of its collection' : `Moved to ${name}`)
    onMoved()
  }
  return (
    <form method="post" className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <RadioGroup
        label="Collection"
        hidesLabel
        value={value}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          ...collections.map((each) => ({ value: String(each.id), label: each.title })),
          { value: NONE, label: 'Not in a collection' },
          { value: NEW, label: 'New collection' },
        ]}
      />
      {value === NEW && (
        <Field
          label="Name"
          maxLength={COLLECTION_TITLE_LENGTH}
          value={title}
          problem={isMissing ? TITLE_REQUIRED : undefined}
          onChange={({ target }) => {
            setTitle(target.value)
            setMissing(false)
          }}
        />
      )}
      {error && <p role="alert">{error.message}</p>}
      <Button type="submit" look="filled" disabled={isPending}>
        Move
      </Button>
    </form>
  )
}
