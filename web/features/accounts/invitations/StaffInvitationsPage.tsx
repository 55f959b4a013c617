import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NAME_LENGTH, TRIAL_DAYS, TRIAL_USES } from '#shared/accounts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { DELETE } from '#web/platform/api/http.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import {
  staffInvitationsQuery,
  type InvitationRow,
  type NetworkChoice,
  type TrialCodeRow,
} from '#web/features/accounts/invitations/invitations.queries.ts'
import { NetworkField, stateOf } from '#web/features/accounts/invitations/InvitationParts.tsx'
import styles from './InvitationPages.module.css'

/** Nominations, sent invitations and trial codes. */
export function StaffInvitationsPage() {
  const { data, isError, refetch } = useQuery(staffInvitationsQuery)
  const waiting = data?.invitations.filter(({ state }) => state === 'nominated') ?? []
  const others = data?.invitations.filter(({ state }) => state !== 'nominated') ?? []
  return (
    <StaffPage title="Invitations" lede="Nominations from members, invitations sent, and trial codes.">
      <p className={styles.links}>
        <a href="/profile/invite">Invite someone</a>
        <a href="/staff/outbox">Outbox</a>
      </p>
      {isError && (
        <StatePage title="We couldn’t load the invitations" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <>
          <List
            title="Waiting for review"
            rows={waiting}
            empty="No one is waiting. Colleagues nominated by members appear here."
          />
          <TrialCodes codes={data.trial_codes} networks={data.networks} />
          <List title="Sent and closed" rows={others} empty="Nothing sent yet." />
        </>
      )}
    </StaffPage>
  )
}

function List({ title, rows, empty }: { title: string; rows: InvitationRow[]; empty: string }) {
  const id = `${title.toLowerCase().replaceAll(' ', '-')}-title`
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={`t-section ${styles.title}`}>
        {title}
      </h2>
      {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: InvitationRow }) {
  const { time_zone } = useUser()
  const name = `${row.first_name} ${row.last_name}`
  const { run, isPending } = useCommand(
    ({ decision }: { decision: 'send' | 'end'; done: string }) =>
      post(`/staff/invitations/${row.id}`, { decision, sent_at: row.sent_at }),
    {
      invalidate: [staffInvitationsQuery.queryKey],
      success: (_, { done }) => done,
      messages: { title: 'Nothing was changed' },
    },
  )
  const decide = (decision: 'send' | 'end', done: string) => void run({ decision, done })
  const isOpen = row.state === 'sent'
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={`t-meta ${styles.facts}`}>
          {row.email}, {row.network}. {row.inviter && `Nominated by ${row.inviter}. `}
          {row.trial_days !== null && `${row.trial_days}-day trial. `}
          {row.has_account && 'This address already has an account. '}
          {stateOf(row, time_zone)}
        </p>
        {row.note && <blockquote className={`t-quote ${styles.note}`}>{row.note}</blockquote>}
      </div>
      {(isOpen || row.state === 'nominated') && (
        <div className={styles.acts}>
          <Button
            disabled={isPending}
            aria-label={`${isOpen ? 'Resend' : 'Send'} to ${name}`}
            onClick={() => decide('send', 'Invitation sent')}
          >
            {isOpen ? 'Resend' : 'Send'}
          </Button>
          <Button
            disabled={isPending}
            aria-label={`${isOpen ? 'Withdraw invitation for' : 'Decline'} ${name}`}
            onClick={() => decide('end', isOpen ? 'Invitation withdrawn' : 'Declined')}
          >
            {isOpen ? 'Withdraw' : 'Decline'}
          </Button>
        </div>
      )}
    </li>
  )
}

function TrialCodes({ codes, networks }: { codes: TrialCodeRow[]; networks: NetworkChoice[] }) {
  const { time_zone } = useUser()
  const { run, isPending } = useCommand(
    async (id: number) => {
      const [, error] = await DELETE(`/staff/trial-codes/${id}`)
      if (error) throw error
    },
    {
      invalidate: [staffInvitationsQuery.queryKey],
      success: 'Trial code ended',
      messages: { title: 'Nothing was changed' },
    },
  )
  return (
    <section className={styles.section} aria-labelledby="trials-title">
      <h2 id="trials-title" className={`t-section ${styles.title}`}>
        Trial codes
      </h2>
      <NewTrialCode networks={networks} />
      <ul>
        {codes.map((code) => (
          <li key={code.id} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.name}>{code.label}</p>
              <p className={`t-meta ${styles.facts}`}>
                {code.network}, {code.days}-day trial. {code.uses} of {code.max_uses} used.{' '}
                {code.ended_at
                  ? `Ended ${dayOf(code.ended_at, time_zone)}.`
                  : `Expires ${dayOf(code.expires_at, time_zone)}.`}
              </p>
            </div>
            {!code.ended_at && (
              <Button
                disabled={isPending}
                aria-label={`End trial code ${code.label}`}
                onClick={() => void run(code.id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NewTrialCode({ networks }: { networks: NetworkChoice[] }) {
  const client = useQueryClient()
  const [url, setUrl] = useState<string>()
  const form = useForm({
    initial: { label: '', peer_network_id: '', days: String(TRIAL_DAYS.usual), max_uses: String(TRIAL_USES.usual) },
    submit: ({ label, peer_network_id, days, max_uses }) =>
      post<{ url: string }>('/staff/trial-codes', {
        label,
        peer_network_id: Number(peer_network_id),
        days: Number(days),
        max_uses: Number(max_uses),
      }),
    onDone: ({ url: made }) => {
      setUrl(made)
      void client.invalidateQueries({ queryKey: staffInvitationsQuery.queryKey })
    },
  })
  return (
    <>
      <FormProblem>{form.problem}</FormProblem>
      <form {...form.props} className={styles.form}>
        <Field label="Name (staff only)" required maxLength={NAME_LENGTH} {...form.native('label')} />
        <NetworkField networks={networks} problem={form.problemOf('peer_network_id')} />
        <div className={styles.pair}>
          <Field
            label="Days"
            type="number"
            inputMode="numeric"
            required
            min={TRIAL_DAYS.min}
            max={TRIAL_DAYS.max}
            {...form.native('days')}
          />
          <Field
            label="Maximum uses"
            type="number"
            inputMode="numeric"
            required
            min={TRIAL_USES.min}
            max={TRIAL_USES.max}
            {...form.native('max_uses')}
          />
        </div>
        <div>
          <SubmitButton look="quiet" isPending={form.isPending}>
            Create trial code
          </SubmitButton>
        </div>
      </form>
      <div role="status">
        {url && (
          <p className={styles.once}>
            Copy this link now. It won’t be shown again: <a href={url}>{url}</a>
          </p>
        )}
      </div>
    </>
  )
}
