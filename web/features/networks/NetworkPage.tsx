import { useQuery } from '@tanstack/react-query'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { NetworkEditor } from '#web/features/networks/NetworkEditor.tsx'
import { NetworkPictures } from '#web/features/networks/NetworkPictures.tsx'
import { NetworkPrices } from '#web/features/networks/NetworkPrices.tsx'
import { networkQuery, type ManagedNetwork } from '#web/features/networks/networks.queries.ts'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import { useParams } from '#web/platform/router/match.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Networks.module.css'
import { counted } from '#shared/kit/text.ts'

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
        <StatePage title="Network not found" actions={<Link to={STAFF_ROUTES.networks}>All networks</Link>}>
          Check the address and try again.
        </StatePage>
      )}
    </StaffPage>
  )
}

function Editor({ network }: { network: ManagedNetwork | undefined }) {
  const navigate = useNavigate()
  return (
    <NetworkEditor
      network={network}
      submitLabel={network ? 'Save' : 'Create network'}
      success={network ? 'Network saved' : 'Network created. Only its own members can read it.'}
      note={
        <span className={rows.quiet}>
          {network ? 'Members see changes with their next page.' : 'Everything but the address can be changed later.'}
        </span>
      }
      onSaved={({ id }) => {
        if (!network) void navigate({ to: `${STAFF_ROUTES.networks}/${id}` })
      }}
      frame={({ preview, form }) => (
        <StaffPage
          title={network?.network.display_name ?? 'New network'}
          lede={
            network ? `${counted(network.num_of_members, 'member')}. ${network.network.discipline.name}.` : NEW_LEDE
          }
          side={preview}
        >
          {form}
          {network && <NetworkPictures network={network.network} />}
          {network && <NetworkPrices network={network} />}
          <div className={styles.below}>{preview}</div>
        </StaffPage>
      )}
    />
  )
}
