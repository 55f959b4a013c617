import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { AddTeamMember, InviteToTeam, RemoveTeamMember, SetTeamBillingAdmin } from '#api/operations.ts'
import { EMAIL_LENGTH, NAME_LENGTH } from '#shared/accounts.ts'
import { invoiceDay } from '#shared/invoices.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { GRACE_DAYS, INVOICE_STATE_WORDS, moneyOf } from '#shared/membership.ts'
import { ROUTES } from '#shared/routes.ts'
import { Section } from '#web/features/membership/MembershipPage.tsx'
import { TeamForm } from '#web/features/membership/TeamForm.tsx'
import { seatWords, stateWords, teamQuery, useTeamsChanged, type Team } from '#web/features/membership/teams.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { useCommand } from '#web/platform/forms/use-acting.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './Membership.module.css'

/** One team as staff keep it: what it holds, who is in, who is to come, and what was paid. */
export function TeamPage() {
  const { teamId } = useParams({ strict: false }) as { teamId?: string }
  const id = /^[1-9]\d{0,15}$/.test(teamId ?? '') ? Number(teamId) : Number.MAX_SAFE_INTEGER
  const { data, isError, refetch } = useQuery(teamQuery(id))
  const team = data?.staff_team
  return (
    <StaffPage
      title={team?.name ?? 'Team'}
      lede={
        team ? `${team.peer_network.display_name}. ${seatWords(team)}. ${stateWords(team.state)}.` : 'Team details.'
      }
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the team" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && !team && (
        <StatePage title="Team not found" actions={<Link to={ROUTES.staffTeams}>All teams</Link>}>
          Check the address and try again.
        </StatePage>
      )}
      {team && <Whole key={team.id} team={team} />}
    </StaffPage>
  )
}

function Whole({ team }: { team: Team }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      {isChanging ? (
        <TeamForm team={team} onDone={() => setChanging(false)} onClose={() => setChanging(false)} />
      ) : (
        <p className={styles.acts}>
          <Button onClick={() => setChanging(true)}>Edit team</Button>
        </p>
      )}
      <Section id="members-title" title="Members">
        {team.members.length === 0 && (
          <p className={`${styles.standing} ${styles.quiet}`}>
            No members yet. The first member added becomes the billing admin.
          </p>
        )}
        <ul>
          {team.members.map((member) => (
            <Member key={member.id} team={team} member={member} />
          ))}
        </ul>
        <AddForm team={team} />
      </Section>
      <Invited team={team} />
      <Paid team={team} />
    </>
  )
}

function Member({ team, member }: { team: Team; member: Team['members'][number] }) {
  const { act, isActing } = useCommand(useTeamsChanged())
  const { user, is_billing_admin, current_state } = member
  const about = { team_id: team.id, user_id: user.id }
  const facts = [is_billing_admin && 'Billing admin', user.title, current_state === 'full access' ? '' : current_state]
  const mayLeave = !is_billing_admin || team.members.length === 1
  return (
    <li className={styles.row}>
      <Avatar person={user} size={36} />
      <div className={styles.grow}>
        <p className={styles.name}>
          <Link to={`${ROUTES.members}/${user.id}`}>{user.name}</Link>
        </p>
        <p className={styles.quiet}>{facts.filter(Boolean).join(', ')}</p>
      </div>
      {!is_billing_admin && (
        <Button
          disabled={isActing}
          aria-label={`Make billing admin: ${user.name}`}
          onClick={() => act(() => execute(SetTeamBillingAdmin, about), `${user.name} is now the billing admin`)}
        >
          Make billing admin
        </Button>
      )}
      {mayLeave && (
        <Button
          disabled={isActing}
          aria-label={`Remove ${user.name}`}
          onClick={() =>
            act(() => execute(RemoveTeamMember, about), `Removed. They keep access for ${GRACE_DAYS} days`)
          }
        >
          Remove
        </Button>
      )}
    </li>
  )
}

function AddForm({ team }: { team: Team }) {
  const sending = useForm(['email'])
  return (
    <ActForm
      label="Add a member"
      act="Add to team"
      said="Added to team"
      sending={sending}
      ask={({ email = '' }) => sending.ask(AddTeamMember, { team_id: team.id, email })}
    >
      <EmailField label="Member’s email address" problem={sending.of('email')} />
    </ActForm>
  )
}

function Invited({ team }: { team: Team }) {
  const { time_zone } = useUser()
  const sending = useForm(['email', 'first_name', 'last_name'])
  return (
    <Section id="invited-title" title="Invited">
      <ul>
        {team.invitations.map(({ id, email, first_name, last_name, sent_at, expires_at, expired }) => (
          <li key={id} className={styles.row}>
            <div className={styles.grow}>
              <p className={styles.name}>
                {first_name} {last_name}
              </p>
              <p className={styles.quiet}>
                {email}. {sent_at && `Sent ${dayOf(sent_at, time_zone)}`}
                {expired ? '. Expired.' : expires_at && `. Expires ${dayOf(expires_at, time_zone)}.`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <ActForm
        label="Invite to team"
        act="Invite to team"
        said="Invitation sent"
        sending={sending}
        ask={({ email = '', first_name = '', last_name = '' }) =>
          sending.ask(InviteToTeam, { team_id: team.id, email, first_name, last_name })
        }
        beside={
          <Link className={styles.link} to={ROUTES.staffInvitations}>
            Resend or withdraw
          </Link>
        }
      >
        <NameField label="First name" name="first_name" problem={sending.of('first_name')} />
        <NameField label="Last name" name="last_name" problem={sending.of('last_name')} />
        <EmailField label="Business email address" problem={sending.of('email')} />
      </ActForm>
    </Section>
  )
}

interface ActFormProps {
  label: string
  act: string
  said: string
  sending: ReturnType<typeof useForm>
  /** The answer, or nothing when it was refused. */
  ask: (typed: Record<string, string>) => Promise<object | undefined>
  beside?: ReactNode
  children: ReactNode
}

/** Asks once, says so, and is empty again for the next. */
function ActForm({ label, act, said, sending, ask, beside, children }: ActFormProps) {
  const { form, isSending, sentence } = sending
  const changed = useTeamsChanged()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await ask(formValues(event.currentTarget)))) return
    form.current?.reset()
    toast.success(said)
    await changed()
  }
  return (
    <form ref={form} className={styles.form} noValidate aria-label={label} onSubmit={(event) => void onSubmit(event)}>
      {sentence && <p role="alert">{sentence}</p>}
      {children}
      <div className={styles.end}>
        <Button type="submit" disabled={isSending}>
          {act}
        </Button>
        {beside}
      </div>
    </form>
  )
}

const EmailField = (shown: { label: string; problem: string | undefined }) => (
  <Field {...shown} name="email" type="email" autoComplete="off" maxLength={EMAIL_LENGTH} />
)
const NameField = (shown: { label: string; name: string; problem: string | undefined }) => (
  <Field {...shown} autoComplete="off" maxLength={NAME_LENGTH} />
)

function Paid({ team }: { team: Team }) {
  const { time_zone } = useUser()
  const day = (at: string) => dayOf(at, time_zone, 0)
  return (
    <Section id="paid-title" title="Subscription and invoices">
      {team.subscriptions.length === 0 && (
        <p className={`${styles.standing} ${styles.quiet}`}>
          No payments yet. The billing admin can pay under Membership.
        </p>
      )}
      <ul>
        {team.subscriptions.map((subscription) => (
          <li key={subscription.id} className={styles.row}>
            <div className={styles.grow}>
              <p className={styles.name}>{stateWords(subscription.state)}</p>
              <p className={styles.quiet}>
                {day(subscription.term_start)} to {day(subscription.term_end)}
                {subscription.next_billing_at && `. Renews ${day(subscription.next_billing_at)}`}
              </p>
            </div>
            <span className={styles.figure}>{moneyOf(subscription.subscription_total)}</span>
          </li>
        ))}
        {team.invoices.map(({ id, number, amount, state, period_start, period_end, time_zone }) => (
          <li key={id} className={styles.row}>
            <div className={styles.grow}>
              <p className={styles.name}>Invoice {number}</p>
              <p className={styles.quiet}>
                {INVOICE_STATE_WORDS[state]}. {invoiceDay({ time_zone }, period_start)} to{' '}
                {invoiceDay({ time_zone }, period_end)}
              </p>
            </div>
            <span className={styles.figure}>{moneyOf(amount)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
