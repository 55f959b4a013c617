import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  EndStaffRole,
  GetStaffRoles,
  GetStaffNetworks,
  GrantStaffRole,
  type GetStaffRolesQuery,
} from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { PERMISSION_LABELS, permissionsOf, ROLE_LABELS, STAFF_ROLES, type StaffRole } from '#shared/staff-roles.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import styles from '#web/features/staff-roles/RolesPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const rolesQuery = operationQuery(GetStaffRoles, {}, { staleTime: 0 })
type Held = GetStaffRolesQuery['staff_roles'][number]

const nameOf = (role: string) => ROLE_LABELS[role as StaffRole] ?? role

/** Owners see who holds which role, give roles and end them. */
export function RolesPage() {
  const { data, isError, refetch } = useQuery(rolesQuery)
  return (
    <StaffPage title="Roles" lede="Who works for the community, and what each may do. Every change is recorded.">
      {isError && !data && (
        <StatePage title="We couldn’t load the roles" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <ul aria-label="Roles" className={styles.list}>
          {data.staff_roles.map((held) => (
            <Row key={held.id} held={held} />
          ))}
        </ul>
      )}
      <Give />
      <Meaning />
    </StaffPage>
  )
}

function Row({ held: { id, user, role, network, granted_by, granted_at, until } }: { held: Held }) {
  const { time_zone } = useUser()
  const where = network?.display_name ?? 'all networks'
  const end = useCommand(EndStaffRole, {
    invalidate: [rolesQuery.queryKey],
    success: `${user.name} is no longer ${nameOf(role).toLowerCase()} for ${where}`,
    onError: (error) => offerApproval(error, EndStaffRole, { id }) || showErrorToast(error),
  })
  return (
    <li className={rows.row}>
      <div className={rows.grow}>
        <Link to={`${STAFF_ROUTES.members}/${user.id}`} className={styles.name}>
          {user.name}
        </Link>
        <p className={rows.quiet}>
          Since {longDate(granted_at, time_zone)}
          {granted_by && `, by ${granted_by.name}`}
          {until && `, until ${longDate(until, time_zone)}`}
        </p>
      </div>
      <p className={styles.role}>
        <strong>{nameOf(role)}</strong>, {where}
      </p>
      <Button
        disabled={end.isPending}
        aria-label={`End: ${nameOf(role)} for ${where}, ${user.name}`}
        onClick={() => void end.run({ id })}
      >
        End
      </Button>
    </li>
  )
}

function useGrant() {
  const client = useQueryClient()
  const { time_zone } = useUser()
  const form = useForm({
    initial: { email: '', role: 'moderator', peer_network_id: '', until: '' },
    check: ({ email }) => (email.trim() === '' ? { field: 'email', message: 'Enter an email address.' } : null),
    submit: async ({ email, role, peer_network_id: network, until }) => {
      const asked = {
        email,
        role,
        peer_network_id: network === '' ? null : Number(network),
        until: until === '' ? null : startOfDay(until, time_zone)!.toISOString(),
      }
      try {
        return await execute(GrantStaffRole, asked)
      } catch (error) {
        offerApproval(error, GrantStaffRole, asked)
        throw error
      }
    },
    success: 'Saved. The person gets an email.',
    onDone: async () => {
      form.reset()
      await client.invalidateQueries({ queryKey: rolesQuery.queryKey })
    },
  })
  return form
}

function Give() {
  const networks = useQuery(operationQuery(GetStaffNetworks, {})).data?.staff_networks ?? []
  const form = useGrant()
  const email = { label: 'Email address', hint: 'Of an account that can sign in.', type: 'email' }
  const until = { label: 'Until (optional)', hint: 'The role ends at the start of this day.', type: 'date' }
  return (
    <section className={styles.section} aria-labelledby="give-role">
      <h2 id="give-role" className={`t-section ${styles.title}`}>
        Give a role
      </h2>
      <form {...form.props} className={styles.form} noValidate aria-labelledby="give-role">
        <FormProblem>{form.problem}</FormProblem>
        <Field {...email} autoComplete="off" {...form.field('email')} />
        <SelectField label="Role" {...form.field('role')}>
          {STAFF_ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Network" {...form.field('peer_network_id')}>
          <option value="">All networks</option>
          {networks.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </SelectField>
        <Field {...until} {...form.native('until')} />
        <SubmitButton isPending={form.isPending}>Give role</SubmitButton>
      </form>
    </section>
  )
}

/** What each role may do, from the table that decides. */
function Meaning() {
  return (
    <section className={styles.section} aria-labelledby="role-meaning">
      <h2 id="role-meaning" className={`t-section ${styles.title}`}>
        What each role may do
      </h2>
      <dl>
        {STAFF_ROLES.map((role) => (
          <div key={role} className={styles.meaning}>
            <dt>{ROLE_LABELS[role]}</dt>
            <dd>
              <ul>
                {permissionsOf(role).map((permission) => (
                  <li key={permission}>{PERMISSION_LABELS[permission]}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
