import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQuery } from '@tanstack/react-query'
import { GetStaffMembers, GetStaffNetworks, SaveFeatureFlag } from '#api/operations.ts'
import { FEATURE_FLAGS, type FeatureKey } from '#shared/feature-flags.ts'
import styles from '#web/features/feature-flags/FeatureFlagsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

const SUGGESTED = 8
const FEWEST_LETTERS = 2

interface Props {
  feature: FeatureKey
  onDone: () => Promise<void>
  onClose: () => void
}

/** Turns a feature on or off for a network, or for a member found by name or email address. */
export function FeatureFlagForm({ feature, onDone, onClose }: Props) {
  const { label } = FEATURE_FLAGS[feature]
  const networks = useQuery(operationQuery(GetStaffNetworks, {})).data?.staff_networks ?? []
  const form = useForm({
    initial: { peer_network_id: '', email: '', state: 'off' },
    check: ({ peer_network_id, email }) =>
      peer_network_id === '' && email.trim() === ''
        ? { field: 'email', message: 'Choose a network, or enter the email address of a member.' }
        : null,
    submit: async ({ peer_network_id: network, email, state }) => {
      const peer_network_id = network === '' ? null : Number(network)
      await execute(SaveFeatureFlag, { key: feature, enabled: state === 'on', peer_network_id, email })
      await onDone()
    },
    success: `Saved: ${label}`,
    onDone: onClose,
  })
  const listId = `members-of-${feature}`
  const hasNobody = form.values.email === ''
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={`Exception: ${label}`}>
      <FormProblem>{form.problem}</FormProblem>
      <SelectField label="Network" disabled={!hasNobody} {...form.field('peer_network_id')}>
        <option value="">A member, below</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Member"
        hint="Email address. Start typing a name for suggestions, or leave this blank for a network."
        list={listId}
        autoComplete="off"
        {...form.field('email')}
      />
      <MemberSuggestions id={listId} search={form.values.email.trim()} />
      <SelectField label="For them it is" {...form.field('state')}>
        <option value="off">Off</option>
        <option value="on">On</option>
      </SelectField>
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Members whose name or email address contains the text. */
function MemberSuggestions({ id, search }: { id: string; search: string }) {
  const suggestions = useQuery(
    operationQuery(
      GetStaffMembers,
      { search, limit: SUGGESTED, offset: 0 },
      { enabled: search.length >= FEWEST_LETTERS },
    ),
  ).data?.staff_members.items
  return (
    <datalist id={id}>
      {suggestions?.map(({ id: memberId, email, user }) => (
        <option key={memberId} value={email} label={`${user.name}, ${email}`} />
      ))}
    </datalist>
  )
}
