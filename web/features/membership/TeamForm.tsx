import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SaveTeam } from '#api/operations.ts'
import { moneyOf, TEAM_NAME_LENGTH, TEAM_SEATS } from '#shared/membership.ts'
import { networksQuery, refreshTeams, type Team } from '#web/features/membership/teams.queries.ts'
import { execute } from '#web/platform/api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import styles from './Membership.module.css'

interface Props {
  team?: Team
  onDone: (id: number) => void
  onClose: () => void
}

const priceOfSeat = (network: { billing_membership_price: number; billing_membership_price_international: number }) =>
  `A seat costs ${moneyOf(network.billing_membership_price)} a year, outside the United States ${moneyOf(network.billing_membership_price_international)}.`

/** Creates a team, or edits its name and seats. */
export function TeamForm({ team, onDone, onClose }: Props) {
  const networks = useQuery(networksQuery).data?.staff_networks
  const client = useQueryClient()
  const form = useForm({
    initial: {
      name: team?.name ?? '',
      peer_network_id: String(team?.peer_network.id ?? ''),
      seats: String(team?.seats ?? TEAM_SEATS.usual),
    },
    submit: async ({ name, peer_network_id, seats }) => {
      const given = { name, peer_network_id: Number(peer_network_id), seats: Math.trunc(Number(seats)) }
      const { saveTeam } = await execute(SaveTeam, { ...given, ...(team && { id: team.id }) })
      await refreshTeams(client)
      return saveTeam
    },
    success: team ? 'Team saved' : 'Team created',
    onDone: ({ id }) => onDone(id),
  })
  // Wait for the networks, because one of them is the initial value.
  if (!networks) return null
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={team ? `Edit ${team.name}` : 'New team'}>
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Company" autoFocus autoComplete="off" maxLength={TEAM_NAME_LENGTH} {...form.native('name')} />
      <SelectField label="Network" {...form.native('peer_network_id')}>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Seats"
        type="number"
        inputMode="numeric"
        hint={[
          team?.state
            ? 'The next renewal covers every seat. Nothing is charged before then.'
            : 'The billing admin pays for every seat, once a year.',
          ...networks.filter(({ id }) => id === team?.peer_network.id).map(priceOfSeat),
        ].join(' ')}
        min={TEAM_SEATS.min}
        max={TEAM_SEATS.max}
        {...form.native('seats')}
      />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>{team ? 'Save' : 'Create team'}</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
