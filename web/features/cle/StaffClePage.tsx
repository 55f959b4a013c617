import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RevokeCleCredit } from '#api/operations.ts'
import { CLE_PAGE, CLE_REASON_LENGTH, creditsOf, longDay, minutesInWords } from '#shared/cle.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { accreditationsQuery, STAFF_KEYS, staffCreditsQuery, type StaffCredit } from '#web/features/cle/cle.queries.ts'
import { AccreditationForm, AttendanceForm, CreditForm } from '#web/features/cle/StaffCleForms.tsx'
import styles from '#web/features/cle/Cle.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff enter credits with a certificate, accredit events and videos, confirm attendance, and revoke. */
export function StaffClePage() {
  return (
    <StaffPage title="CLE" lede="Credits, accreditations and attendance. A table of credits is imported under Imports.">
      <Section title="Enter a credit">
        <CreditForm />
      </Section>
      <Accreditations />
      <Credits />
    </StaffPage>
  )
}

function Accreditations() {
  const { data, isError, refetch } = useQuery(accreditationsQuery)
  const rows = data?.staff_cle_accreditations ?? []
  return (
    <>
      <Section title="Accreditations">
        {isError && !data && (
          <StatePage title="We couldn’t load accreditations" again={refetch}>
            Nothing was changed.
          </StatePage>
        )}
        {!data && !isError && <Skeleton width="most" />}
        {data && rows.length === 0 && <p className={styles.none}>No event or video is accredited yet.</p>}
        <ul aria-label="Accreditations">
          {rows.map(({ id, title, state, number, minutes, credits, valid_from, valid_until, event_id, video_id }) => (
            <li key={id} className={styles.row}>
              <div className={styles.grow}>
                <p className={styles.title}>{title}</p>
                <p className={styles.quiet}>
                  {state}, {number}: {minutesInWords(minutes)}, {creditsOf(credits)} credits.{' '}
                  {event_id ? `Event ${event_id}` : `Video ${video_id}`}, from {longDay(valid_from)} to{' '}
                  {longDay(valid_until)}
                </p>
              </div>
            </li>
          ))}
        </ul>
        <AccreditationForm />
      </Section>
      <Section title="Confirm attendance">
        <AttendanceForm accreditations={rows.filter(({ event_id }) => event_id !== null)} />
      </Section>
    </>
  )
}

function Credits() {
  const [search, setSearch] = useState('')
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...staffCreditsQuery(search.trim(), offset),
    placeholderData: keepPreviousData,
  })
  const found = data?.staff_cle_credits
  return (
    <Section title="Credits">
      <div role="search" className={styles.form}>
        <Field
          label="Find credits by member or program"
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setOffset(0)
          }}
        />
      </div>
      {isError && !found && (
        <StatePage title="We couldn’t load credits" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!found && !isError && <Skeleton width="most" />}
      {found?.count === 0 && <p className={styles.none}>No credits {search.trim() ? 'match that' : 'yet'}.</p>}
      <ul aria-label="Credits">
        {found?.items.map((credit) => (
          <CreditRow key={credit.id} credit={credit} />
        ))}
      </ul>
      {found && <Pager offset={offset} count={found.count} page={CLE_PAGE} onChange={setOffset} />}
    </Section>
  )
}

const KINDS = { staff: 'Entered', import: 'Imported', watched: 'Watched', attended: 'Attended' } as const

function CreditRow({ credit }: { credit: StaffCredit }) {
  const { time_zone } = useUser()
  const [isRevoking, setRevoking] = useState(false)
  const { title, user, event_date, jurisdiction, credits, minutes, origin, has_file, revoked_at, revoke_reason } =
    credit
  return (
    <li className={styles.row}>
      <div className={styles.grow}>
        <p className={styles.title}>
          {user.name}: {title}
        </p>
        <p className={styles.quiet}>
          {longDay(event_date)}, {jurisdiction} {creditsOf(credits)}, {minutesInWords(minutes)}. {KINDS[origin]}
          {has_file && ', with a file'}
        </p>
        {revoked_at && (
          <p className={styles.bad}>
            Revoked on {dayOf(revoked_at, time_zone)}: {revoke_reason}
          </p>
        )}
        {isRevoking && <RevokeForm credit={credit} onClose={() => setRevoking(false)} />}
      </div>
      {!revoked_at && !isRevoking && (
        <Button aria-label={`Revoke: ${title}, ${user.name}`} onClick={() => setRevoking(true)}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeForm({ credit, onClose }: { credit: StaffCredit; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { field: 'reason', message: 'Enter a reason.' } : null),
    submit: async ({ reason }) => {
      await execute(RevokeCleCredit, { id: credit.id, reason })
      await Promise.all(STAFF_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    success: 'Revoked. Its certificate is no longer valid',
    onDone: onClose,
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={`Revoke: ${credit.title}`}>
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label="Reason"
        hint="On the record of staff. This can’t be undone."
        maxLength={CLE_REASON_LENGTH}
        {...form.field('reason')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Revoke credit
        </SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
