import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessWords, type AccessKind } from '#shared/network-access.ts'
import { accessQuery, type Pair } from '#web/features/networks/access.queries.ts'
import { AccessChange } from '#web/features/networks/AccessChange.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Access.module.css'

type Network = Pair['from_network']

const side = (
  <SideNote title="Never changes here">
    <p>Private replies, messages and the identities of anonymous authors stay with their readers in every setting.</p>
  </SideNote>
)

/** What members of each network may do in each other. */
export function AccessPage() {
  const { data, isError, refetch } = useQuery(accessQuery)
  return (
    <StaffPage
      title="Access between networks"
      lede="What members of one network may do in another. Nothing is saved until you have read what it means."
      side={side}
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the access" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data?.network_access.length === 0 && (
        <StatePage title="There is only one network">Access is set between two networks that you manage.</StatePage>
      )}
      {data && data.network_access.length > 0 && <Matrix pairs={data.network_access} />}
    </StaffPage>
  )
}

interface Change {
  pair: Pair
  kinds: readonly AccessKind[]
}

function Matrix({ pairs }: { pairs: readonly Pair[] }) {
  const [change, setChange] = useState<Change>()
  const networks = [...new Map(pairs.map(({ from_network }) => [from_network.id, from_network])).values()]
  const pairOf = (from: Network, to: Network) =>
    pairs.find((pair) => pair.from_network.id === from.id && pair.to_network.id === to.id)
  return (
    <>
      <p className={styles.read}>
        Read each row from left to right: “Members of {networks[0]!.display_name} may … in {networks[1]!.display_name}.”
      </p>
      <div className={styles.scroll}>
        <table className={styles.matrix} aria-label="Access between networks">
          <thead>
            <tr>
              <td />
              {networks.map(({ id, display_name }) => (
                <th key={id} scope="col">
                  in {display_name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {networks.map((from) => (
              <tr key={from.id}>
                <th scope="row">{from.display_name}</th>
                {networks.map((to) => (
                  <Cell
                    key={to.id}
                    pair={pairOf(from, to)}
                    change={change}
                    onChoose={(pair) => setChange({ pair, kinds: pair.kinds })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {change && (
        <AccessChange
          key={`${change.pair.from_network.id} ${change.pair.to_network.id}`}
          pair={change.pair}
          kinds={change.kinds}
          onChange={(kinds) => setChange({ pair: change.pair, kinds })}
          onClose={() => setChange(undefined)}
        />
      )}
    </>
  )
}

interface CellProps {
  pair: Pair | undefined
  change: Change | undefined
  onChoose: (pair: Pair) => void
}

function Cell({ pair, change, onChoose }: CellProps) {
  if (!pair) return <td className={styles.own}>Own network</td>
  const isChosen = change?.pair === pair
  const before = accessWords(pair.kinds)
  const now = isChosen ? accessWords(change.kinds) : before
  const isChanged = now !== before
  return (
    <td data-changed={isChosen ? '' : undefined}>
      <button type="button" className={styles.cell} aria-pressed={isChosen} onClick={() => isChosen || onChoose(pair)}>
        <span className="visually-hidden">
          {pair.from_network.display_name} in {pair.to_network.display_name}:{' '}
        </span>
        <span className={now === 'Nothing' ? styles.nothing : undefined}>{now}</span>
        {isChanged && <span className={styles.was}> was {before}</span>}
      </button>
    </td>
  )
}
