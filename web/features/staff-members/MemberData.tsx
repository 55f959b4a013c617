import { useState } from 'react'
import { CancelMemberErasure, EraseMember, ExportMemberData } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { DELETION_DAYS } from '#shared/settings.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { accountKeys, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'

const NOTHING_CHANGED = { title: 'Nothing was changed' }

/** On the member's request: a copy of their data, and the deletion of the account. */
export function MemberData({ member }: { member: StaffMember }) {
  const { id, user, is_export_waiting, deletion_due_at } = member
  const copy = useCommand(ExportMemberData, {
    invalidate: accountKeys(id),
    success: `${user.name} gets a link by email`,
    onError: (error, asked) => offerApproval(error, ExportMemberData, asked) || showErrorToast(error, NOTHING_CHANGED),
  })
  return (
    <div className={styles.facts}>
      <p className={rows.quiet}>
        On request, {user.name} gets a link to a copy of their data. They sign in to open it. Staff don’t see the copy.
      </p>
      <div className={styles.end}>
        <Button disabled={copy.isPending || is_export_waiting} onClick={() => void copy.run({ id })}>
          {is_export_waiting ? 'Preparing a copy' : 'Send a copy of their data'}
        </Button>
      </div>
      {deletion_due_at ? <Leaving member={member} due={deletion_due_at} /> : <Erase member={member} />}
    </div>
  )
}

function Leaving({ member: { id }, due }: { member: StaffMember; due: string }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(CancelMemberErasure, {
    invalidate: accountKeys(id),
    success: 'Deletion canceled',
    messages: NOTHING_CHANGED,
  })
  return (
    <>
      <p>
        <span className={styles.bad}>Will be deleted</span> {longDate(due, time_zone)}.
      </p>
      <div className={styles.end}>
        <Button disabled={isPending} onClick={() => void run({ id })}>
          Cancel deletion
        </Button>
      </div>
    </>
  )
}

function Erase({ member: { id, user } }: { member: StaffMember }) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { run, isPending } = useCommand(EraseMember, {
    invalidate: accountKeys(id),
    success: `The account is deleted in ${DELETION_DAYS} days`,
    onSuccess: () => setIsAsking(false),
    onError: (error, asked) => {
      if (offerApproval(error, EraseMember, asked)) setIsAsking(false)
      else setProblem(error.message)
    },
  })
  if (!isAsking)
    return (
      <div className={styles.end}>
        <Button onClick={() => setIsAsking(true)}>Delete account</Button>
      </div>
    )
  return (
    <ConfirmForm
      question={`Delete the account of ${user.name}? Name, addresses, photo and settings are deleted in ${DELETION_DAYS} days. Posts remain under the name “Former member.” ${user.name} gets an email and can cancel until then.`}
      confirm="Delete account"
      isPending={isPending}
      problem={problem}
      onConfirm={() => void run({ id })}
      onCancel={() => setIsAsking(false)}
    />
  )
}
