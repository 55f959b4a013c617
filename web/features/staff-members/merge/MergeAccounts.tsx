import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MergeMembers, type GetStaffMembersQuery } from '#api/operations.ts'
import { personLine } from '#shared/people.ts'
import { ACCOUNT_STATES } from '#shared/staff-members.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { accountKeys, staffMembersQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import own from './MergeAccounts.module.css'

type Account = GetStaffMembersQuery['staff_members']['items'][number]

const SHOWN = 5
const LETTERS = 2

/** Two accounts of one person: the other one is found, and merged into this one. */
export function MergeAccounts({ member }: { member: StaffMember }) {
  const [search, setSearch] = useState('')
  const [other, setOther] = useState<Account>()
  if (other)
    return (
      <div className={styles.facts}>
        <Confirm member={member} other={other} onClose={() => setOther(undefined)} />
      </div>
    )
  return (
    <div className={styles.facts}>
      <p className={rows.quiet}>
        If {member.user.name} has a second account, for example with an old address or from a mailing-list archive,
        merge it into this one.
      </p>
      <Field
        label="Find the second account by name, company or email address"
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {search.trim().length >= LETTERS && <Found search={search} member={member} onChoose={setOther} />}
    </div>
  )
}

interface FoundProps {
  search: string
  member: StaffMember
  onChoose: (account: Account) => void
}

function Found({ search, member, onChoose }: FoundProps) {
  const { data, isError } = useQuery({
    ...staffMembersQuery({ search, state: '', network: '' }, 0),
    placeholderData: keepPreviousData,
  })
  const found = data?.staff_members.items.filter(
    ({ id, account_state, is_staff }) => id !== member.id && account_state !== 'former' && !is_staff,
  )
  if (isError) return <p role="alert">We couldn’t search for accounts. Change a letter to try again.</p>
  if (found?.length === 0) return <p role="status">No other account matches.</p>
  return (
    <>
      <ul aria-label="Other accounts" className={styles.list}>
        {found?.slice(0, SHOWN).map((account) => (
          <li key={account.id} className={rows.row}>
            <Avatar person={account.user} size={36} />
            <div className={rows.grow}>
              <p className={styles.name}>{account.user.name}</p>
              <p className={rows.quiet}>{[personLine(account.user), account.email].filter(Boolean).join(', ')}</p>
            </div>
            <p className={rows.quiet}>{ACCOUNT_STATES[account.account_state]}</p>
            <Button aria-label={`Merge ${account.email}`} onClick={() => onChoose(account)}>
              Merge
            </Button>
          </li>
        ))}
      </ul>
      {found && found.length > SHOWN && <p role="status">More accounts match. Enter more letters.</p>}
    </>
  )
}

function Confirm({ member, other, onClose }: { member: StaffMember; other: Account; onClose: () => void }) {
  const [problem, setProblem] = useState<string>()
  const { run, isPending } = useCommand(MergeMembers, {
    invalidate: [...accountKeys(member.id), ...accountKeys(other.id)],
    success: 'The accounts are merged',
    onSuccess: onClose,
    onError: (error, asked) => {
      if (offerApproval(error, MergeMembers, asked)) onClose()
      else setProblem(error.message)
    },
  })
  return (
    <ConfirmForm
      question={
        <div className={own.question}>
          <p>
            Merge the account of {other.user.name} ({other.email}) into the account of {member.user.name} (
            {member.email}
            )?
          </p>
          <p>
            All posts, private replies, conversations, documents, bookmarks and credits of {other.email} will belong to{' '}
            {member.email}, who also joins its networks and can read what is private there. If both saved a draft of the
            same reply, the one of {member.email} stays.
          </p>
          <p>
            The profile, settings, password and devices of {other.email} are deleted. Both addresses get an email. This
            can’t be undone.
          </p>
        </div>
      }
      confirm="Merge accounts"
      isPending={isPending}
      problem={problem}
      onConfirm={() => void run({ id: member.id, other_id: other.id })}
      onCancel={onClose}
    />
  )
}
