import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { SaveNetwork } from '#api/operations.ts'
import { slugOf, slugProblem } from '#shared/network-fields.ts'
import { ROUTES } from '#shared/routes.ts'
import { formProblem, inputOf, menuIn, startValues } from '#web/features/networks/network-form.ts'
import { FieldSections, MenuFields, NameFields } from '#web/features/networks/NetworkFields.tsx'
import { NetworkPictures } from '#web/features/networks/NetworkPictures.tsx'
import { NetworkPrices } from '#web/features/networks/NetworkPrices.tsx'
import { NetworkPreview, type Shown } from '#web/features/networks/NetworkPreview.tsx'
import {
  memberWords,
  NETWORK_KEYS,
  networkQuery,
  networksQuery,
  type ManagedNetwork,
} from '#web/features/networks/networks.queries.ts'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useParams } from '#web/platform/router/match.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Networks.module.css'

const NEW_LEDE = 'A network is a group of members who read and answer each other.'

/** A network that staff edit, or a new one, beside what members will see. */
export function NetworkPage() {
  const { itemId = '' } = useParams() as { itemId?: string }
  return itemId === 'new' ? <Editor key="new" network={undefined} /> : <Stored itemId={itemId} />
}

function Stored({ itemId }: { itemId: string }) {
  const id = /^[1-9]\d{0,15}$/.test(itemId) ? Number(itemId) : Number.MAX_SAFE_INTEGER
  const { data, isError, refetch } = useQuery(networkQuery(id))
  const network = data?.managed_network
  if (network) return <Editor key={network.id} network={network} />
  return (
    <StaffPage title="Network" lede="Everything that is set for one network.">
      {isError && !data && (
        <StatePage title="We couldn’t load the network" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <StatePage title="Network not found" actions={<Link to={ROUTES.staffNetworks}>All networks</Link>}>
          Check the address and try again.
        </StatePage>
      )}
    </StaffPage>
  )
}

function useNetworkForm(network: ManagedNetwork | undefined) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const refresh = () => Promise.all(NETWORK_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
  const form = useForm({
    initial: startValues(network?.network),
    check: (values) => formProblem(values, network === undefined),
    submit: async (values) => {
      const identity = network ? { id: network.id } : { slug: String(values['slug']) }
      const { saveNetwork } = await execute(SaveNetwork, { ...identity, network: inputOf(values) })
      await refresh()
      return saveNetwork
    },
    success: network ? 'Network saved' : 'Network created. Only its own members can read it.',
    onDone: (saved) => {
      if (network) form.reset(startValues(saved.network))
      else void navigate({ to: `${ROUTES.staffNetworks}/${saved.id}` })
    },
  })
  return form
}

interface EditorProps {
  network: ManagedNetwork | undefined
}

function Editor({ network }: EditorProps) {
  const [hasOwnSlug, setOwnSlug] = useState(false)
  const form = useNetworkForm(network)
  const known = useQuery({ ...networksQuery, enabled: network === undefined }).data?.managed_networks
  const { values } = form
  const slug = String(values['slug'])
  const shown: Shown = {
    display_name: String(values['display_name']),
    theme: String(values['theme']),
    logo: network?.network.logo ?? null,
    menu: menuIn(values),
    address: network
      ? undefined
      : {
          slug,
          problem: addressProblem(
            slug,
            known?.map((each) => each.network.slug),
          ),
        },
  }
  const suggest = (name: string) => {
    if (!network && !hasOwnSlug) form.set({ slug: slugOf(name) })
  }
  return (
    <Frame network={network} shown={shown}>
      <form
        {...form.props}
        className={styles.form}
        noValidate
        aria-label={network?.network.display_name ?? 'New network'}
        onInput={({ target }) => {
          if ((target as HTMLInputElement).name === 'slug') setOwnSlug(true)
        }}
      >
        <NameFields form={form} slug={network?.network.slug} localPart={network?.local_part} onName={suggest} />
        <MenuFields form={form} />
        <FieldSections form={form} />
        <FormProblem>{form.problem}</FormProblem>
        <div className={styles.end}>
          <SubmitButton isPending={form.isPending}>{network ? 'Save' : 'Create network'}</SubmitButton>
          <span className={styles.quiet}>
            {network ? 'Members see changes with their next page.' : 'Everything but the address can be changed later.'}
          </span>
        </div>
      </form>
      {network && <NetworkPictures network={network.network} />}
      {network && <NetworkPrices network={network} />}
    </Frame>
  )
}

const addressProblem = (slug: string, taken: readonly string[] | undefined) =>
  slugProblem(slug) ?? (taken?.includes(slug) ? 'Another network has this address.' : undefined)

const Frame = ({ network, shown, children }: EditorProps & { shown: Shown; children: ReactNode }) => (
  <StaffPage
    title={network?.network.display_name ?? 'New network'}
    lede={network ? `${memberWords(network.num_of_members)}. ${network.network.discipline.name}.` : NEW_LEDE}
    side={<NetworkPreview shown={shown} />}
  >
    {children}
    <div className={styles.below}>
      <NetworkPreview shown={shown} />
    </div>
  </StaffPage>
)
