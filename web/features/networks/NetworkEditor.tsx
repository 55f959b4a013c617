import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { SaveNetwork } from '#api/operations.ts'
import { FIELD_SECTIONS, slugOf, slugProblem, WELCOME_SECTION } from '#shared/network-fields.ts'
import { formProblem, inputOf, menuIn, startValues, type FormValues } from '#web/features/networks/network-form.ts'
import { FieldSections, MenuFields, NameFields } from '#web/features/networks/NetworkFields.tsx'
import { NetworkPreview, type Shown } from '#web/features/networks/NetworkPreview.tsx'
import { NETWORK_KEYS, networksQuery, type ManagedNetwork } from '#web/features/networks/networks.queries.ts'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from './Networks.module.css'

interface Props {
  network: ManagedNetwork | undefined
  /** Which fields: everything, name, address and color, or what new members read. */
  parts?: 'all' | 'names' | 'welcome'
  submitLabel?: string
  /** Values that a new network begins with. */
  defaults?: FormValues
  /** Beside the button. */
  note?: ReactNode
  success?: string
  onSaved?: (network: ManagedNetwork) => void
  /** The page around the form, with what members will see. */
  frame: (parts: { preview: ReactNode; form: ReactNode }) => ReactNode
}

function useNetworkForm({ network, defaults, success, onSaved }: Props) {
  const client = useQueryClient()
  const refresh = () => Promise.all(NETWORK_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
  const form = useForm({
    initial: { ...startValues(network?.network), ...(!network && defaults) },
    check: (values) => formProblem(values, network === undefined),
    submit: async (values) => {
      const identity = network ? { id: network.id } : { slug: String(values['slug']) }
      const { saveNetwork } = await execute(SaveNetwork, { ...identity, network: inputOf(values) })
      await refresh()
      return saveNetwork
    },
    ...(success && { success }),
    onDone: (saved) => {
      if (network) form.reset(startValues(saved.network))
      onSaved?.(saved)
    },
  })
  return form
}

/** The form of a network, or of a new one. */
export function NetworkEditor(props: Props) {
  const { network, parts = 'all', submitLabel = 'Save', note, frame } = props
  const [hasOwnSlug, setOwnSlug] = useState(false)
  const form = useNetworkForm(props)
  const known = useQuery({ ...networksQuery, enabled: network === undefined }).data?.managed_networks
  const { values } = form
  const slug = String(values['slug'])
  const taken = known?.map((each) => each.network.slug)
  const shown: Shown = {
    display_name: String(values['display_name']),
    theme: String(values['theme']),
    logo: network?.network.logo ?? null,
    menu: menuIn(values),
    address: network ? undefined : { slug, problem: addressProblem(slug, taken) },
  }
  const suggest = (name: string) => {
    if (!network && !hasOwnSlug) form.set({ slug: slugOf(name) })
  }
  return frame({
    preview: <NetworkPreview shown={shown} />,
    form: (
      <form
        {...form.props}
        className={styles.form}
        noValidate
        aria-label={network?.network.display_name ?? 'New network'}
        onInput={({ target }) => {
          if ((target as HTMLInputElement).name === 'slug') setOwnSlug(true)
        }}
      >
        {parts !== 'welcome' && (
          <NameFields form={form} slug={network?.network.slug} localPart={network?.local_part} onName={suggest} />
        )}
        {parts === 'all' && <MenuFields form={form} />}
        {parts !== 'names' && (
          <FieldSections form={form} sections={parts === 'all' ? FIELD_SECTIONS : [WELCOME_SECTION]} />
        )}
        <FormProblem>{form.problem}</FormProblem>
        <div className={styles.end}>
          <SubmitButton isPending={form.isPending}>{submitLabel}</SubmitButton>
          {note}
        </div>
      </form>
    ),
  })
}

const addressProblem = (slug: string, taken: readonly string[] | undefined) =>
  slugProblem(slug) ?? (taken?.includes(slug) ? 'Another network has this address.' : undefined)
