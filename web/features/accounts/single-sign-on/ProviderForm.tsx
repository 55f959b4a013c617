import { CLIENT_ID_LENGTH, CLIENT_SECRET_LENGTH, ISSUER_LENGTH, PROVIDER_NAME_LENGTH } from '#shared/single-sign-on.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { post } from '#web/platform/api/post.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import type { ProviderRow } from '#web/features/accounts/single-sign-on/single-sign-on.queries.ts'
import styles from './SingleSignOnPage.module.css'

interface Props {
  close: () => void
  done: () => void
}

/** The provider and the network first: the provider needs our address before it gives a client ID. */
export function NewProviderForm({
  networks,
  close,
  done,
}: Props & { networks: readonly { id: number; display_name: string }[] }) {
  const form = useForm({
    initial: { peer_network_id: '', name: '', issuer: '' },
    check: ({ peer_network_id }) =>
      peer_network_id === '' ? { field: 'peer_network_id', message: 'Choose a network.' } : undefined,
    submit: ({ peer_network_id, ...rest }) =>
      post('/staff/single-sign-on', { peer_network_id: Number(peer_network_id), ...rest }),
    success: 'Provider added',
    onDone: done,
  })
  return (
    <form {...form.props} className={styles.form} method="post" noValidate aria-label="New provider">
      <FormProblem>{form.problem}</FormProblem>
      <SelectField label="Network" hint="Only its members can sign in this way." {...form.field('peer_network_id')}>
        <option value="">Choose</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <NameAndIssuer name={form.field('name')} issuer={form.field('issuer')} />
      <Acts submit="Add provider" isPending={form.isPending} close={close} />
    </form>
  )
}

export function ProviderForm({ provider, close, done }: Props & { provider: ProviderRow }) {
  const { name, issuer, client_id, enabled } = provider
  const form = useForm({
    initial: { name, issuer, client_id, client_secret: '', enabled },
    submit: (values) => post(`/staff/single-sign-on/${provider.id}`, values),
    success: 'Provider saved',
    onDone: done,
  })
  return (
    <form {...form.props} className={styles.form} method="post" noValidate aria-label={name}>
      <FormProblem>{form.problem}</FormProblem>
      <NameAndIssuer name={form.field('name')} issuer={form.field('issuer')} />
      <Field label="Client ID" autoComplete="off" maxLength={CLIENT_ID_LENGTH} {...form.field('client_id')} />
      <Field
        label="Client secret"
        autoComplete="off"
        maxLength={CLIENT_SECRET_LENGTH}
        hint={
          provider.has_secret
            ? 'Leave this blank to keep the secret that is saved. A new address needs a new one.'
            : undefined
        }
        {...form.field('client_secret')}
      />
      <CheckboxField
        label="Members can sign in with this provider"
        hint="We check that the provider answers before we turn it on."
        checked={form.values.enabled}
        onChange={({ target }) => form.set({ enabled: target.checked })}
      />
      <Acts submit="Save" isPending={form.isPending} close={close} />
    </form>
  )
}

type FieldProps = Parameters<typeof Field>[0]
const NameAndIssuer = ({ name, issuer }: Record<'name' | 'issuer', Omit<FieldProps, 'label'>>) => (
  <>
    <Field
      label="Name"
      hint="Members see “Sign in with” and this name."
      autoComplete="off"
      maxLength={PROVIDER_NAME_LENGTH}
      {...name}
    />
    <Field
      label="Address of the provider"
      type="url"
      hint="The provider calls it the issuer. It begins with https://."
      autoComplete="off"
      maxLength={ISSUER_LENGTH}
      {...issuer}
    />
  </>
)

const Acts = ({ submit, isPending, close }: { submit: string; isPending: boolean; close: () => void }) => (
  <div className={styles.acts}>
    <SubmitButton isPending={isPending}>{submit}</SubmitButton>
    <Button onClick={close}>Cancel</Button>
  </div>
)
