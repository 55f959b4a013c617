import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { EMAIL_LENGTH, NAME_LENGTH, NOTE_LENGTH } from '#shared/accounts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field, SelectField } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'
import { useUser } from '#web/platform/session/session.ts'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { FormMessage } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import {
  ownInvitationsQuery,
  type InvitationRow,
  type NetworkChoice,
} from '#web/features/accounts/invitations/invitations.queries.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './InvitationPages.module.css'

/** Forgotten with everything else unsent when the member signs out. */
const draftKey = (memberId: number) => `${UNSENT_PREFIX}nomination.${memberId}`

/** A member names a colleague; staff invite at once. */
export function NominatePage() {
  useTitle('Invite a colleague')
  const { is_staff } = useUser()
  const { data, isError, refetch } = useQuery(ownInvitationsQuery)
  return (
    <Page>
      <h1 className="t-page-title">Invite a colleague</h1>
      <p className={styles.lead}>
        {is_staff
          ? 'We’ll send the invitation right away, in your name.'
          : 'Staff review each nomination before sending an invitation. The invitation mentions you and includes your note.'}
      </p>
      {is_staff && (
        <p className={styles.links}>
          <a href="/staff/invitations">All invitations and trial codes</a>
          <a href="/staff/outbox">Outbox</a>
        </p>
      )}
      {isError ? (
        <StatePage title="We couldn’t load your invitations" again={refetch}>
          Nothing was changed.
        </StatePage>
      ) : data ? (
        <>
          <NominateForm networks={data.networks} isStaff={is_staff} />
          <Named invitations={data.invitations} />
        </>
      ) : (
        <Skeleton width="most" />
      )}
    </Page>
  )
}

type Texts = Record<string, string>
const isEmpty = (texts: Texts) =>
  Object.entries(texts).every(([name, text]) => name === 'peer_network_id' || text === '')

function NominateForm({ networks, isStaff }: { networks: NetworkChoice[]; isStaff: boolean }) {
  const client = useQueryClient()
  const { restored, change, discard } = useDraft<Texts>(draftKey(useUser().id), { isEmpty })
  const draft = restored ?? {}
  const [round, setRound] = useState(0)
  const first = useRef<HTMLDivElement>(null)
  const { form, send, isSending, of, sentence } = useForm([
    'email',
    'first_name',
    'last_name',
    'note',
    'peer_network_id',
  ])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { peer_network_id, ...typed } = formValues(event.currentTarget)
    const done = await send('/invitations', { ...typed, peer_network_id: Number(peer_network_id) })
    if (!done) return
    toast.success(isStaff ? 'Invitation sent' : 'Nomination sent to staff')
    discard()
    setRound(round + 1)
    first.current?.querySelector('input')?.focus()
    await client.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey })
  }
  return (
    <>
      <FormMessage>{sentence}</FormMessage>
      <form
        key={`${round} ${restored ? 'restored' : 'new'}`}
        ref={form}
        className={styles.form}
        onSubmit={(event) => void onSubmit(event)}
        onInput={(event) => {
          const texts = formValues(event.currentTarget)
          change(() => texts)
        }}
      >
        <div className={styles.pair} ref={first}>
          <NameFields draft={draft} of={of} />
        </div>
        <Field
          label="Business email address"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={EMAIL_LENGTH}
          defaultValue={draft['email']}
          problem={of('email')}
        />
        <NetworkField networks={networks} value={draft['peer_network_id']} problem={of('peer_network_id')} />
        <TextAreaField
          label="Personal note (optional)"
          name="note"
          rows={3}
          maxLength={NOTE_LENGTH}
          defaultValue={draft['note']}
          problem={of('note')}
        />
        <div>
          <Button look="filled" type="submit" disabled={isSending}>
            {isStaff ? 'Send invitation' : 'Nominate colleague'}
          </Button>
        </div>
      </form>
    </>
  )
}

interface NameFieldsProps {
  draft: Texts
  of: (field: 'first_name' | 'last_name') => string | undefined
}

const NameFields = ({ draft, of }: NameFieldsProps) => (
  <>
    <Field
      label="First name"
      name="first_name"
      autoComplete="off"
      required
      maxLength={NAME_LENGTH}
      defaultValue={draft['first_name']}
      problem={of('first_name')}
    />
    <Field
      label="Last name"
      name="last_name"
      autoComplete="off"
      required
      maxLength={NAME_LENGTH}
      defaultValue={draft['last_name']}
      problem={of('last_name')}
    />
  </>
)

export function NetworkField({
  networks,
  value,
  problem,
}: {
  networks: NetworkChoice[]
  value?: string | undefined
  problem?: string | undefined
}) {
  return (
    <SelectField label="Network" name="peer_network_id" defaultValue={value} problem={problem}>
      {networks.map((network) => (
        <option key={network.id} value={network.id}>
          {network.display_name}
        </option>
      ))}
    </SelectField>
  )
}

function Named({ invitations }: { invitations: InvitationRow[] }) {
  const { time_zone } = useUser()
  return (
    <section className={styles.section} aria-labelledby="named-title">
      <h2 id="named-title" className={`t-section ${styles.title}`}>
        Your invitations
      </h2>
      {invitations.length === 0 && (
        <p className={styles.empty}>
          None yet. Colleagues you nominate appear here, along with the status of each invitation.
        </p>
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

/** What became of it, in words. */
export function stateOf(row: InvitationRow, timeZone: string): string {
  const day = (at: string | null) => dayOf(at ?? row.created_at, timeZone)
  if (row.expired) return `Sent ${day(row.sent_at)}; expired.`
  const said = {
    nominated: `Nominated ${day(row.created_at)}; waiting for staff.`,
    sent: `Sent ${day(row.sent_at)}; expires ${day(row.expires_at)}.`,
    accepted: `Joined ${day(row.used_at)}.`,
    declined: 'Not sent.',
    withdrawn: 'Withdrawn.',
  }
  return said[row.state]
}
