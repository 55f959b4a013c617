import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { GetStaffMembers, GetStaffNetworks, SaveFeatureFlag } from '#api/operations.ts'
import { FEATURE_FLAGS, type FeatureKey } from '#shared/feature-flags.ts'
import styles from '#web/features/feature-flags/FeatureFlagsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/Field.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'

const SUGGESTED = 8
const FEWEST_LETTERS = 2

interface Props {
  feature: FeatureKey
  onDone: () => Promise<void>
  onClose: () => void
}

/** On or off for a network, or for a member who is found by name or address. */
export function FeatureFlagForm({ feature, onDone, onClose }: Props) {
  const { label } = FEATURE_FLAGS[feature]
  const { form, ask, isSending, of, sentence, object } = useForm(['peer_network_id', 'email'])
  const networks = useQuery(operationQuery(GetStaffNetworks, {})).data?.staff_networks ?? []
  const [member, setMember] = useState('')
  const search = member.trim()
  const suggestions = useQuery(
    operationQuery(
      GetStaffMembers,
      { search, limit: SUGGESTED, offset: 0 },
      { enabled: search.length >= FEWEST_LETTERS },
    ),
  ).data?.staff_members.items
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { network = '', email = '', state } = formValues(event.currentTarget)
    const peer_network_id = network === '' ? null : Number(network)
    if (peer_network_id === null && email.trim() === '')
      return object({ field: 'email', message: 'Choose a network, or enter the email address of a member.' })
    const data = await ask(SaveFeatureFlag, { key: feature, enabled: state === 'on', peer_network_id, email })
    if (!data) return
    toast.success(`Saved: ${label}`)
    await onDone()
    onClose()
  }
  const listId = `members-of-${feature}`
  const hasNobody = member === ''
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={`Exception: ${label}`}
      onSubmit={(event) => void submit(event)}
    >
      {sentence && <p role="alert">{sentence}</p>}
      <SelectField label="Network" name="network" disabled={!hasNobody} problem={of('peer_network_id')}>
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
        name="email"
        list={listId}
        autoComplete="off"
        value={member}
        onChange={({ target }) => setMember(target.value)}
        problem={of('email')}
      />
      <datalist id={listId}>
        {suggestions?.map(({ id, email, user }) => (
          <option key={id} value={email} label={`${user.name}, ${email}`} />
        ))}
      </datalist>
      <SelectField label="For them it is" name="state" defaultValue="off">
        <option value="off">Off</option>
        <option value="on">On</option>
      </SelectField>
      <div className={styles.end}>
        <Button look="filled" type="submit" disabled={isSending}>
          Save
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
