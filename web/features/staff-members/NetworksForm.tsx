import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SetMemberNetworks } from '#api/operations.ts'
import { networksProblem } from '#shared/staff-members.ts'
import { networksQuery, type StaffMember } from '#web/features/staff-members/staff-members.queries.ts'
import { useAccountChanged } from '#web/features/staff-members/use-account-changed.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

/** The member's networks, and the primary one among them. */
export function NetworksForm({ member: { id, user, networks, primary_network } }: { member: StaffMember }) {
  const known = useQuery(networksQuery).data?.staff_networks ?? networks
  const [chosen, setChosen] = useState<readonly number[]>(networks.map((n) => n.id))
  const changed = useAccountChanged(id)
  const form = useForm({
    initial: { primary_network_id: String(primary_network?.id ?? '') },
    fields: ['network_ids', 'primary_network_id'],
    check: ({ primary_network_id }) => networksProblem(chosen, Number(primary_network_id) || null),
    submit: ({ primary_network_id }) =>
      execute(SetMemberNetworks, { id, network_ids: [...chosen], primary_network_id: Number(primary_network_id) }),
    success: 'Networks saved',
    onDone: changed,
  })
  const problem = form.problemOf('network_ids')
  const toggle = (network: number, isOn: boolean) =>
    setChosen((held) => (isOn ? [...held, network] : held.filter((each) => each !== network)))
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Networks">
      <FormProblem>{form.problem}</FormProblem>
      <fieldset className={styles.choices}>
        <legend>Member of</legend>
        {known.map((network, at) => (
          <CheckboxField
            key={network.id}
            label={network.display_name}
            checked={chosen.includes(network.id)}
            onChange={({ target }) => toggle(network.id, target.checked)}
            {...(at === known.length - 1 && { problem })}
          />
        ))}
      </fieldset>
      <SelectField
        label="Primary network"
        hint={`Access, mailing lists and notifications follow. ${user.name} gets an email.`}
        {...form.field('primary_network_id')}
      >
        <option value="">Choose a network</option>
        {known
          .filter((network) => chosen.includes(network.id))
          .map((network) => (
            <option key={network.id} value={network.id}>
              {network.display_name}
            </option>
          ))}
      </SelectField>
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Save networks
        </SubmitButton>
      </div>
    </form>
  )
}
