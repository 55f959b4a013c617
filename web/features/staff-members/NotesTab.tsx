import { AddStaffNote, RemoveStaffNote } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { noteProblem } from '#shared/staff-members.ts'
import { accountKeys, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { useAccountChanged } from '#web/features/staff-members/use-account-changed.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'

export function NoteForm({ member: { id, user, primary_network } }: { member: StaffMember }) {
  const changed = useAccountChanged(id)
  const form = useForm({
    initial: { body: '' },
    check: ({ body }) => noteProblem(body),
    submit: ({ body }) => execute(AddStaffNote, { id, body }),
    success: 'Note saved',
    onDone: async () => {
      form.reset()
      await changed()
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Write a note">
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        label="Note"
        hint={`Staff of ${primary_network?.display_name ?? 'all networks'} can read it, ${user.name} can’t.`}
        rows={2}
        {...form.field('body')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Save note
        </SubmitButton>
      </div>
    </form>
  )
}

/** Notes of staff about the account. */
export function NotesTab({ member }: { member: StaffMember }) {
  const { id: viewerId, time_zone } = useUser()
  const { id, notes } = member
  const { run, isPending } = useCommand(RemoveStaffNote, { invalidate: accountKeys(id), success: 'Note deleted' })
  return (
    <>
      <NoteForm member={member} />
      {notes.length === 0 && <p className={styles.empty}>No notes yet.</p>}
      <ul aria-label="Notes" className={styles.list}>
        {notes.map(({ id: note_id, body, author, created_at }) => (
          <li key={note_id} className={rows.row}>
            <div className={rows.grow}>
              <p className={styles.note}>{body}</p>
              <p className={rows.quiet}>
                {author?.name ?? 'Former staff'}, {longDate(created_at, time_zone)}
              </p>
            </div>
            {author?.id === viewerId && (
              <Button disabled={isPending} onClick={() => void run({ id, note_id })}>
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
