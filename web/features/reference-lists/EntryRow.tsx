import { useState } from 'react'
import { RetireReferenceEntry } from '#api/operations.ts'
import type { ReferenceListKey } from '#shared/reference-lists.ts'
import { counted } from '#shared/kit/text.ts'
import { EntryForm } from '#web/features/reference-lists/EntryForm.tsx'
import { MergeForm } from '#web/features/reference-lists/MergeForm.tsx'
import { ENTRY_KEYS, valuesInWords, type Entry } from '#web/features/reference-lists/reference-lists.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Lists.module.css'

const usesWords = (count: number) => (count === 0 ? 'Not used' : counted(count, 'use'))

/** An entry of a list, with what can be done to it. */
export function EntryRow({ list, entry }: { list: ReferenceListKey; entry: Entry }) {
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null)
  const close = () => setOpen(null)
  const { name, retired_at: retired, num_of_uses } = entry
  const about = valuesInWords(list, entry)
  if (open === 'edit')
    return (
      <li className={styles.opened}>
        <EntryForm list={list} entry={entry} onClose={close} />
      </li>
    )
  return (
    <li className={open ? styles.opened : rows.row} data-retired={retired ? '' : undefined}>
      <div className={rows.grow}>
        <p className={styles.name}>{name}</p>
        <p className={rows.quiet}>{[retired && 'Retired', about, usesWords(num_of_uses)].filter(Boolean).join('. ')}</p>
      </div>
      {open === 'merge' ? (
        <MergeForm list={list} entry={entry} onClose={close} />
      ) : (
        <div className={styles.buttons}>
          <Button aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button aria-label={`Merge ${name}`} onClick={() => setOpen('merge')}>
            Merge
          </Button>
          <Retiring list={list} entry={entry} />
        </div>
      )}
    </li>
  )
}

/** It can be undone, so it is not confirmed. */
function Retiring({ list, entry: { id, name, retired_at } }: { list: ReferenceListKey; entry: Entry }) {
  const isRetired = retired_at !== null
  const { run, isPending } = useCommand(RetireReferenceEntry, {
    invalidate: ENTRY_KEYS,
    success: isRetired ? `${name} is offered again` : `${name} is no longer offered. What uses it keeps it.`,
    messages: { title: 'Nothing was changed' },
  })
  const act = isRetired ? 'Bring back' : 'Retire'
  return (
    <Button
      aria-label={`${act} ${name}`}
      disabled={isPending}
      onClick={() => void run({ list, id, is_retired: !isRetired })}
    >
      {act}
    </Button>
  )
}
