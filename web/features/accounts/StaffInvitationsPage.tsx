import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { NAME_LENGTH, TRIAL_DAYS, TRIAL_USES } from '#shared/accounts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { DELETE, POST } from '#web/platform/http.ts'
import { useUser } from '#web/platform/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { Sentence } from '#web/features/accounts/DoorParts.tsx'
import {
  staffInvitationsQuery,
  type InvitationRow,
  type NetworkChoice,
  type TrialCodeRow,
} from '#web/features/accounts/inviting.queries.ts'
import { NetworkField, stateOf } from '#web/features/accounts/NominatePage.tsx'
import { useActing } from '#web/platform/use-acting.ts'
import { textsOf, useSending } from '#web/platform/use-sending.ts'
import styles from './Inviting.module.css'

/** Whom members named, what was sent, and the trial codes. */
export function StaffInvitationsPage() {
  const { data, isError, refetch } = useQuery(staffInvitationsQuery)
  const waiting = data?.invitations.filter(({ state }) => state === 'nominated') ?? []
  const others = data?.invitations.filter(({ state }) => state !== 'nominated') ?? []
  return (
    <StaffPage title="Invitations" lede="Whom members named, what was sent, and the trial codes.">
      <p className={styles.links}>
        <a href="/profile/invite">Invite somebody</a>
        <a href="/staff/outbox">Outbox</a>
      </p>
      {isError && (
        <StatePage title="We could not load the invitations" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <>
          <List
            title="Waiting for a decision"
            rows={waiting}
            empty="Nobody waits. Colleagues named by members appear here."
          />
          <TrialCodes codes={data.trial_codes} networks={data.networks} />
          <List title="Sent and decided" rows={others} empty="Nothing was sent yet." />
        </>
      )}
    </StaffPage>
  )
}

function useAct() {
  const client = useQueryClient()
  const { act, isActing } = useActing(() => client.invalidateQueries({ queryKey: staffInvitationsQuery.queryKey }))
  const call = (sent: () => ReturnType<typeof POST>, done: string) =>
    act(async () => {
      const [, error] = await sent()
      if (error) throw error
    }, done)
  return { act: call, isPending: isActing }
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
  const { act, isPending } = useAct()
  const name = `${row.first_name} ${row.last_name}`
  const decide = (decision: 'send' | 'end', done: string) =>
    act(() => POST(`/staff/invitations/${row.id}`, { decision, sent_at: row.sent_at }), done)
  const isOpen = row.state === 'sent'
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={`t-meta ${styles.facts}`}>
          {row.email}, {row.network}. {row.inviter && `By ${row.inviter}. `}
          {row.trial_days !== null && `Trial of ${row.trial_days} days. `}
          {row.has_account && 'This address has an account already. '}
          {stateOf(row, time_zone)}
        </p>
        {row.note && <blockquote className={`t-quote ${styles.note}`}>{row.note}</blockquote>}
      </div>
      {(isOpen || row.state === 'nominated') && (
        <div className={styles.acts}>
          <Button
            disabled={isPending}
            aria-label={`${isOpen ? 'Send again' : 'Send'} to ${name}`}
            onClick={() => decide('send', 'Invitation sent')}
          >
            {isOpen ? 'Send again' : 'Send'}
          </Button>
          <Button
            disabled={isPending}
            aria-label={`${isOpen ? 'Withdraw from' : 'Decline'} ${name}`}
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
  const { act, isPending } = useAct()
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
                {code.network}, {code.days} days each. {code.uses} of {code.max_uses} used.{' '}
                {code.ended_at
                  ? `Ended ${dayOf(code.ended_at, time_zone)}.`
                  : `Open until ${dayOf(code.expires_at, time_zone)}.`}
              </p>
            </div>
            {!code.ended_at && (
              <Button
                disabled={isPending}
                aria-label={`End ${code.label}`}
                onClick={() => act(() => DELETE(`/staff/trial-codes/${code.id}`), 'Trial code ended')}
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
  const { form, send, isSending, of, sentence } = useSending(['label', 'peer_network_id', 'days', 'max_uses'])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label, peer_network_id, days, max_uses } = textsOf(event.currentTarget)
    const made = await send<{ url: string }>('/staff/trial-codes', {
      label,
      peer_network_id: Number(peer_network_id),
      days: Number(days),
      max_uses: Number(max_uses),
    })
    if (!made) return
    setUrl(made.url)
    await client.invalidateQueries({ queryKey: staffInvitationsQuery.queryKey })
  }
  return (
    <>
      <Sentence>{sentence}</Sentence>
      <form ref={form} className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        <Field label="Name, for staff only" name="label" required maxLength={NAME_LENGTH} problem={of('label')} />
        <NetworkField networks={networks} problem={of('peer_network_id')} />
        <div className={styles.pair}>
          <Field
            label="Days"
            name="days"
            type="number"
            inputMode="numeric"
            required
            min={TRIAL_DAYS.min}
            max={TRIAL_DAYS.max}
            defaultValue={TRIAL_DAYS.usual}
            problem={of('days')}
          />
          <Field
            label="How many may use it"
            name="max_uses"
            type="number"
            inputMode="numeric"
            required
            min={TRIAL_USES.min}
            max={TRIAL_USES.max}
            defaultValue={TRIAL_USES.usual}
            problem={of('max_uses')}
          />
        </div>
        <div>
          <Button type="submit" disabled={isSending}>
            Make a trial code
          </Button>
        </div>
      </form>
      <div role="status">
        {url && (
          <p className={styles.once}>
            Copy the address now; it is shown this once: <a href={url}>{url}</a>
          </p>
        )}
      </div>
    </>
  )
}
