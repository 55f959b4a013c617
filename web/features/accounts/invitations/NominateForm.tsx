import { post } from '#web/platform/api/post.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EMAIL_LENGTH, NAME_LENGTH, NOTE_LENGTH } from '#shared/accounts.ts'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { TextAreaField, Field } from '#web/kit/forms/Field.tsx'
import { UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'
import { useUser } from '#web/platform/session/session.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import {
  ownInvitationsQuery,
  type InvitationRow,
  type NetworkChoice,
} from '#web/features/accounts/invitations/invitations.queries.ts'
import { NetworkField, stateOf } from '#web/features/accounts/invitations/InvitationParts.tsx'
import { useForm, valuesIn } from '#web/platform/forms/use-form.ts'
import styles from './InvitationPages.module.css'

/** Deleted with all other unsent text at sign-out. */
const draftKey = (memberId: number) => `${UNSENT_PREFIX}nomination.${memberId}`

type Texts = Record<string, string>
const isEmpty = (texts: Texts) =>
  Object.entries(texts).every(([name, text]) => name === 'peer_network_id' || text === '')

export function NominateForm({ networks, isStaff }: { networks: NetworkChoice[]; isStaff: boolean }) {
  const client = useQueryClient()
  const { restored, change, discard } = useDraft<Texts>(draftKey(useUser().id), { isEmpty })
  const draft = restored ?? {}
  const [round, setRound] = useState(0)
  const first = useRef<HTMLDivElement>(null)
  const form = useForm({
    initial: { email: '', first_name: '', last_name: '', note: '', peer_network_id: '' },
    submit: (values) => post('/invitations', { ...values, peer_network_id: Number(values.peer_network_id) }),
    success: isStaff ? 'Invitation sent' : 'Nomination sent to staff',
    onDone: () => {
      discard()
      setRound(round + 1)
      first.current?.querySelector('input')?.focus()
      void client.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey })
    },
  })
  const field = (name: keyof typeof form.values) => ({
    ...form.native(name),
    defaultValue: draft[name] ?? '',
  })
  return (
    <>
      <FormProblem>{form.problem}</FormProblem>
      <form
        key={`${round} ${restored ? 'restored' : 'new'}`}
        {...form.props}
        className={styles.form}
        onInput={(event) => {
          const texts = valuesIn(event.currentTarget, form.values)
          change(() => texts)
        }}
      >
        <div className={styles.pair} ref={first}>
          <Field label="First name" autoComplete="off" required maxLength={NAME_LENGTH} {...field('first_name')} />
          <Field label="Last name" autoComplete="off" required maxLength={NAME_LENGTH} {...field('last_name')} />
        </div>
        <Field
          label="Business email address"
          type="email"
          autoComplete="off"
          required
          maxLength={EMAIL_LENGTH}
          {...field('email')}
        />
        <NetworkField
          networks={networks}
          value={draft['peer_network_id']}
          problem={form.problemOf('peer_network_id')}
        />
        <TextAreaField label="Personal note (optional)" rows={3} maxLength={NOTE_LENGTH} {...field('note')} />
        <div>
          <SubmitButton isPending={form.isPending}>{isStaff ? 'Send invitation' : 'Nominate colleague'}</SubmitButton>
        </div>
      </form>
    </>
  )
}

export function Named({ invitations }: { invitations: InvitationRow[] }) {
  const { time_zone } = useUser()
  return (
    <section className={styles.section} aria-labelledby="named-title">
      <h2 id="named-title" className={`t-section ${styles.title}`}>
        Your invitations
      </h2>
      {invitations.length === 0 && (
        <p className={styles.empty}>None yet. People you invite appear here, with the status of each invitation.</p>
      )}
      <ul>
        {invitations.map((row) => (
          <li key={row.id} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.name}>
                {row.first_name} {row.last_name}
              </p>
              <p className={`t-meta ${styles.facts}`}>
                {row.email}, {row.network}. {stateOf(row, time_zone)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
