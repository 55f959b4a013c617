import { personLine } from '#shared/people.ts'
import { WORK_KINDS } from '#shared/work.ts'
import { aboutOf, linkTo, titleOf } from '#web/features/staff-work/staff-work-words.ts'
import { useAssign, type Item, type Work } from '#web/features/staff-work/staff-work.queries.ts'
import styles from '#web/features/staff-work/WorkPage.module.css'
import { ButtonLink } from '#web/kit/Button.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useUser } from '#web/platform/session/session.ts'

/** The chosen item: who and why, and whose it is. */
export function WorkSide({ item, colleagues }: { item: Item; colleagues: Work['colleagues'] }) {
  const viewer = useUser()
  const assign = useAssign()
  const { kind, item_id, author, assignee } = item
  const about = aboutOf(item)
  return (
    <SideNote title="Selected">
      <div className={styles.side}>
        <p className={styles.sideTitle}>{titleOf(item)}</p>
        {author && (
          <p className={styles.quiet}>
            {author.name}
            {personLine(author) && `, ${personLine(author)}`}
          </p>
        )}
        {about && <p>{about}</p>}
        <SelectField
          label="Whose it is"
          value={assignee?.id ?? ''}
          disabled={assign.isPending}
          onChange={(event) =>
            void assign.run({ kind, item_id, user_id: event.target.value === '' ? null : Number(event.target.value) })
          }
        >
          <option value="">No one yet</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === viewer.id ? `${name} (you)` : name}
            </option>
          ))}
        </SelectField>
        <ButtonLink look="filled" href={linkTo(kind)}>
          Open {WORK_KINDS[kind].label.toLowerCase()}
        </ButtonLink>
      </div>
    </SideNote>
  )
}
