import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MergeReferenceEntries } from '#api/operations.ts'
import { mergeInWords, type ReferenceListKey } from '#shared/reference-lists.ts'
import {
  ENTRY_KEYS,
  targetsQuery,
  usesQuery,
  valuesInWords,
  type Entry,
} from '#web/features/reference-lists/reference-lists.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Lists.module.css'

interface Props {
  list: ReferenceListKey
  entry: Entry
  onClose: () => void
}

/** Chooses what an entry is merged into, and says what moves before it does. */
export function MergeForm(props: Props) {
  const [into, setInto] = useState<Entry>()
  return into ? (
    <Confirmation {...props} into={into} onBack={() => setInto(undefined)} />
  ) : (
    <Target {...props} onChoose={setInto} />
  )
}

function Target({ list, entry, onClose, onChoose }: Props & { onChoose: (into: Entry) => void }) {
  const [search, setSearch] = useState('')
  const isAsked = search.trim() !== ''
  const { data } = useQuery({
    ...targetsQuery(list, search, entry.id),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? data?.reference_entries : undefined
  return (
    <div className={styles.panel}>
      <Field
        label={`Merge “${entry.name}” into`}
        hint="Find the entry that stays."
        type="search"
        autoComplete="off"
        autoFocus
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div role="status">{found?.count === 0 && <p className={rows.quiet}>No other entry has these letters.</p>}</div>
      {found && found.count > 0 && (
        <ul aria-label="Entries to merge into" className={styles.targets}>
          {found.items.map((target) => (
            <li key={target.id} className={styles.target}>
              <span className={rows.grow}>
                {target.name} <span className={rows.quiet}>{valuesInWords(list, target)}</span>
              </span>
              <Button aria-label={`Merge into ${target.name}`} onClick={() => onChoose(target)}>
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </div>
  )
}

function Confirmation({ list, entry, into, onClose, onBack }: Props & { into: Entry; onBack: () => void }) {
  const uses = useQuery(usesQuery(list, entry.id))
  const { run, isPending, error } = useCommand(MergeReferenceEntries, {
    invalidate: ENTRY_KEYS,
    success: `${entry.name} is merged into ${into.name}`,
    onSuccess: onClose,
    onError: 'show',
  })
  if (!uses.data)
    return (
      <div className={styles.panel} role="status">
        <p>
          {uses.isError ? 'We couldn’t count what uses it. ' : 'Counting what uses it…'}
          {uses.isError && <Button onClick={() => void uses.refetch()}>Try again</Button>}
        </p>
        <p>
          <Button look="bare" onClick={onBack}>
            Back
          </Button>
        </p>
      </div>
    )
  const counts = uses.data.reference_uses.map(({ used_by: by, count }) => ({ by, count }))
  return (
    <div className={styles.panel}>
      <ConfirmForm
        question={`${mergeInWords(counts, entry.name, into.name)} This can’t be undone.`}
        confirm="Merge"
        isPending={isPending}
        problem={error?.message}
        onConfirm={() => void run({ list, from_id: entry.id, into_id: into.id })}
        onCancel={onBack}
      />
    </div>
  )
}
