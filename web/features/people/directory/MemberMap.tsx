/** Map of members, rendered without a map service, so that no other site learns who looked where. */
import { useQuery } from '@tanstack/react-query'
import { GetMemberPlaces, type GetMemberPlacesQuery } from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import coastlines from '#web/features/people/directory/coastlines.json' with { type: 'json' }
import styles from '#web/features/people/People.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

/** Covers 84° north to 58° south, 1,000 units wide from date line to date line. */
const WIDTH = 1000
const TOP = 16
const HEIGHT = 396
const SMALLEST = 4
const LARGEST = 16

type Place = GetMemberPlacesQuery['member_places'][number]
interface Props {
  chosen: string | null
  onChoose: (city: string | null) => void
}

const at = ({ lat, long }: Place) => ({ x: ((long! + 180) * WIDTH) / 360, y: ((90 - lat!) * WIDTH) / 360 })

export default function MemberMap({ chosen, onChoose }: Props) {
  const { data, isError, refetch } = useQuery(operationQuery(GetMemberPlaces, {}))
  if (isError)
    return (
      <p className={styles.panel}>
        We couldn’t load the map. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  if (!data)
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton width="most" />
      </div>
    )
  const most = Math.max(1, ...data.member_places.map(({ count }) => count))
  return (
    <div className={styles.panel}>
      <svg className={styles.map} viewBox={`0 ${TOP} ${WIDTH} ${HEIGHT}`} role="group" aria-label="Members by city">
        <path className={styles.land} d={coastlines.path} />
        {data.member_places.map((place) => {
          const { x, y } = at(place)
          const label = `${place.name}, ${place.country}: ${counted(place.count, 'member')}`
          return (
            <g
              key={`${place.name} ${place.country}`}
              role="button"
              tabIndex={0}
              className={styles.place}
              aria-label={label}
              aria-pressed={chosen === place.name}
              onClick={() => onChoose(chosen === place.name ? null : place.name)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                onChoose(chosen === place.name ? null : place.name)
              }}
            >
              <title>{label}</title>
              <circle cx={x} cy={y} r={SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(place.count / most)} />
            </g>
          )
        })}
      </svg>
      <p className={styles.mapText}>
        Members by the city on their profile. Select a city to see its members. The map is drawn on this site and sends
        nothing to any other.
      </p>
    </div>
  )
}
