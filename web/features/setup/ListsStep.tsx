import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { GetReferenceEntries, GetReferenceLists, TakeReadyLists, type DisciplineType } from '#api/operations.ts'
import { isUsualFor, READY_LISTS, readyEntries, type ReadyList } from '#shared/ready-lists.ts'
import { shapeOf } from '#shared/reference-lists.ts'
import { counted } from '#shared/kit/text.ts'
import { chaptersQuery, sizesQuery } from '#web/features/setup/setup.queries.ts'
import { SetupPage, StepFoot, useFinishStep } from '#web/features/setup/SetupPage.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Setup.module.css'

interface Chapter {
  id: number
  name: string
  retired_at: string | null
}

/** Ready-made lists for the discipline of the first network, chosen by ticking. */
export function ListsStep({ discipline }: { discipline: DisciplineType }) {
  const chapters = useQuery(chaptersQuery).data?.reference_entries.items
  const sizes = useQuery(sizesQuery).data?.reference_lists
  return (
    <SetupPage step="lists">
      {chapters && sizes ? (
        <ListsForm
          discipline={discipline}
          chapters={chapters}
          sizeOf={(list) => {
            const known = sizes.find((each) => each.list === list)
            return (known?.num_of_entries ?? 0) + (known?.num_of_retired ?? 0)
          }}
        />
      ) : (
        <Skeleton width="most" />
      )}
    </SetupPage>
  )
}

interface FormProps {
  discipline: DisciplineType
  chapters: readonly Chapter[]
  sizeOf: (list: ReadyList) => number
}

const EXAMPLES = 4

function ListsForm({ discipline, chapters, sizeOf }: FormProps) {
  const client = useQueryClient()
  const finish = useFinishStep('lists')
  const [taken, setTaken] = useState<readonly ReadyList[]>(READY_LISTS.filter((list) => isUsualFor(list, discipline)))
  const [chosen, setChosen] = useState<readonly number[]>(
    chapters.filter(({ retired_at }) => retired_at === null).map(({ id }) => id),
  )
  const { run, isPending, error } = useCommand(TakeReadyLists, {
    invalidate: [[GetReferenceLists.name], [GetReferenceEntries.name]],
    onError: 'show',
    onSuccess: () => {
      client.removeQueries({ queryKey: chaptersQuery.queryKey })
      finish.finish('done')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run({ discipline, lists: [...taken], chapter_ids: [...chosen] })
  }
  const toggle = <Item,>(items: readonly Item[], item: Item) =>
    items.includes(item) ? items.filter((each) => each !== item) : [...items, item]
  return (
    <form className={styles.lists} onSubmit={submit} aria-label="Lists to start with">
      <FormProblem>{error?.message}</FormProblem>
      <ul aria-label="Lists to start with">
        {READY_LISTS.map((list) => {
          const ready = readyEntries(list, discipline)
          const examples = ready.filter(({ parent }) => list !== 'geographies' || parent).slice(0, EXAMPLES)
          const size =
            list === 'chapters'
              ? `${chosen.length} of ${chapters.length}`
              : counted(ready.length || sizeOf(list), 'entry', 'entries')
          return (
            <li key={list} className={styles.ready}>
              <CheckboxField
                label={shapeOf(list).title}
                hint={examples.map(({ name }) => name).join(', ') || shapeOf(list).about}
                checked={taken.includes(list)}
                onChange={() => setTaken(toggle(taken, list))}
              />
              <span className={styles.quiet}>{size}</span>
            </li>
          )
        })}
      </ul>
      {taken.includes('chapters') && (
        <Chapters
          chapters={chapters}
          chosen={chosen}
          onChange={setChosen}
          toggle={(id) => setChosen(toggle(chosen, id))}
        />
      )}
      <div className={styles.foot}>
        <SubmitButton isPending={isPending || finish.isPending}>Save and continue</SubmitButton>
      </div>
      <StepFoot step="lists" note="What you leave out isn’t deleted: you can bring it back on the Lists desk." />
    </form>
  )
}

interface ChaptersProps {
  chapters: readonly Chapter[]
  chosen: readonly number[]
  onChange: (ids: readonly number[]) => void
  toggle: (id: number) => void
}

const Chapters = ({ chapters, chosen, onChange, toggle }: ChaptersProps) => (
  <fieldset className={styles.chapters}>
    <legend>Chapters to offer</legend>
    <p>
      <button type="button" className={styles.link} onClick={() => onChange(chapters.map(({ id }) => id))}>
        Select all
      </button>{' '}
      <button type="button" className={styles.link} onClick={() => onChange([])}>
        Select none
      </button>
    </p>
    <div className={styles.choices}>
      {chapters.map(({ id, name }) => (
        <CheckboxField key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
      ))}
    </div>
  </fieldset>
)
