import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useQuery } from '@tanstack/react-query'
import { expertisesQuery, geographiesQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import type { ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import styles from '#web/features/discussions/new-thread/NewThread.module.css'
import type { PostingNetwork } from '#web/features/discussions/new-thread/posting-networks.ts'
import { TagPicker } from '#web/kit/list/TagPicker.tsx'

interface Props {
  draft: ThreadDraft
  networks: readonly PostingNetwork[]
  onChange: (part: Partial<ThreadDraft>) => void
}

/** Selects the networks, areas and geographies of a new discussion. */
export function NewThreadAudience({ draft, networks, onChange }: Props) {
  const areas = useQuery(expertisesQuery).data?.areas_of_expertise ?? []
  const places = useQuery(geographiesQuery).data?.geographies ?? []
  const { peer_network_ids: chosen } = draft
  const choose = (id: number, isChosen: boolean) =>
    onChange({ peer_network_ids: isChosen ? [...chosen, id] : chosen.filter((each) => each !== id) })
  return (
    <div className={styles.about}>
      {networks.length === 1 && <p>Members of {networks[0]!.display_name} can read this.</p>}
      {networks.length > 1 && (
        <fieldset className={styles.networks}>
          <legend>Who can read this: members of</legend>
          {networks.map(({ id, display_name }) => (
            <CheckboxField
              key={id}
              label={display_name}
              checked={chosen.includes(id)}
              onChange={(event) => choose(id, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      <TagPicker
        label="Areas of expertise"
        options={areas}
        chosen={draft.areas_of_expertise}
        onChange={(areas_of_expertise) => onChange({ areas_of_expertise })}
      />
      <TagPicker
        label="Locations"
        options={places}
        chosen={draft.geographies}
        onChange={(geographies) => onChange({ geographies })}
      />
    </div>
  )
}
