import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { SaveTeam } from '#api/operations.ts'
import { moneyOf, TEAM_NAME_LENGTH, TEAM_SEATS } from '#shared/membership.ts'
import { networksQuery, useTeamsChanged, type Team } from '#web/features/membership/teams.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/Field.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './Membership.module.css'

interface Props {
  team?: Team
  onDone: (id: number) => void
  onClose: () => void
}

const priceOfSeat = (network: { billing_membership_price: number; billing_membership_price_international: number }) =>
  `A seat costs ${moneyOf(network.billing_membership_price)} a year, outside the United States ${moneyOf(network.billing_membership_price_international)}.`

/** A new team, or what a team is called and holds. */
export function TeamForm({ team, onDone, onClose }: Props) {
  const networks = useQuery(networksQuery).data?.staff_networks
  const { form, ask, isSending, of, sentence } = useForm(['name', 'peer_network_id', 'seats'])
  const changed = useTeamsChanged()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name = '', peer_network_id, seats } = formValues(event.currentTarget)
    const given = { name, peer_network_id: Number(peer_network_id), seats: Math.trunc(Number(seats)) }
    const saved = await ask(SaveTeam, { ...given, ...(team && { id: team.id }) })
    if (!saved) return
    toast.success(team ? 'Team saved' : 'Team created')
    await changed()
    onDone(saved.saveTeam.id)
  }
  // What is chosen first must be there before anybody chooses.
  if (!networks) return null
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={team ? `Edit ${team.name}` : 'New team'}
      onSubmit={(event) => void onSubmit(event)}
    >
      {sentence && <p role="alert">{sentence}</p>}
      <Field
        label="Company"
        name="name"
        autoFocus
        autoComplete="off"
        maxLength={TEAM_NAME_LENGTH}
        defaultValue={team?.name}
        problem={of('name')}
      />
      <SelectField
        label="Network"
        name="peer_network_id"
        defaultValue={team?.peer_network.id}
        problem={of('peer_network_id')}
      >
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Seats"
        name="seats"
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
        defaultValue={team?.seats ?? TEAM_SEATS.usual}
        problem={of('seats')}
      />
      <div className={styles.end}>
        <Button look="filled" type="submit" disabled={isSending}>
          {team ? 'Save' : 'Create team'}
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
