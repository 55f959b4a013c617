import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { AddTeamMember, InviteToTeam, RemoveTeamMember, SetTeamBillingAdmin } from '#api/operations.ts'
import { EMAIL_LENGTH, NAME_LENGTH } from '#shared/accounts.ts'
import { invoiceDay } from '#shared/invoices.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { GRACE_DAYS, INVOICE_STATE_WORDS, moneyOf } from '#shared/membership.ts'
import { ROUTES } from '#shared/routes.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { Section } from '#web/features/membership/MembershipSection.tsx'
import { TeamForm } from '#web/features/membership/TeamForm.tsx'
import {
  refreshTeams,
  seatWords,
  stateWords,
  TEAM_KEYS,
  teamQuery,
  type Team,
} from '#web/features/membership/teams.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useParams } from '#web/platform/router/match.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Membership.module.css'

const NOTHING_CHANGED = { title: 'Nothing was changed' }

/** One team for staff: seats, members, invitations and invoices. */
export function TeamPage() {
  const { itemId: teamId } = useParams()
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
        <StatePage title="Team not found" actions={<Link to={STAFF_ROUTES.teams}>All teams</Link>}>
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
  const { user, is_billing_admin, current_state } = member
  const admin = useCommand(SetTeamBillingAdmin, {
    invalidate: TEAM_KEYS,
    success: `${user.name} is now the billing admin`,
    messages: NOTHING_CHANGED,
  })
  const remove = useCommand(RemoveTeamMember, {
    invalidate: TEAM_KEYS,
    success: `Removed. They keep access for ${GRACE_DAYS} days`,
    messages: NOTHING_CHANGED,
  })
  const isPending = admin.isPending || remove.isPending
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
          disabled={isPending}
          aria-label={`Make billing admin: ${user.name}`}
          onClick={() => void admin.run(about)}
        >
          Make billing admin
        </Button>
      )}
      {mayLeave && (
        <Button disabled={isPending} aria-label={`Remove ${user.name}`} onClick={() => void remove.run(about)}>
          Remove
        </Button>
      )}
    </li>
  )
}

function AddForm({ team }: { team: Team }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { email: '' },
    submit: ({ email }) => execute(AddTeamMember, { team_id: team.id, email }),
    success: 'Added to team',
    onDone: () => {
      form.reset()
      void refreshTeams(client)
    },
  })
  return (
    <ActForm label="Add a member" act="Add to team" form={form}>
      <EmailField label="Member’s email address" {...form.native('email')} />
    </ActForm>
  )
}

function Invited({ team }: { team: Team }) {
  const { time_zone } = useUser()
  const client = useQueryClient()
  const form = useForm({
    initial: { email: '', first_name: '', last_name: '' },
    submit: (values) => execute(InviteToTeam, { team_id: team.id, ...values }),
    success: 'Invitation sent',
    onDone: () => {
      form.reset()
      void refreshTeams(client)
    },
  })
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
        form={form}
        beside={
          <Link className={styles.link} to={STAFF_ROUTES.invitations}>
            Resend or withdraw
          </Link>
        }
      >
        <NameField label="First name" {...form.native('first_name')} />
        <NameField label="Last name" {...form.native('last_name')} />
        <EmailField label="Business email address" {...form.native('email')} />
      </ActForm>
    </Section>
  )
}

interface ActFormProps {
  label: string
  act: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'problem' | 'isPending'>
  beside?: ReactNode
  children: ReactNode
}

function ActForm({ label, act, form, beside, children }: ActFormProps) {
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={label}>
      <FormProblem>{form.problem}</FormProblem>
      {children}
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          {act}
        </SubmitButton>
        {beside}
      </div>
    </form>
  )
}

interface NativeField {
  label: string
  name: string
  defaultValue: string
  problem: string | undefined
}
const EmailField = (shown: NativeField) => <Field {...shown} type="email" autoComplete="off" maxLength={EMAIL_LENGTH} />
const NameField = (shown: NativeField) => <Field {...shown} autoComplete="off" maxLength={NAME_LENGTH} />

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
