import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GetStaffSeries, GetStaffSeriesById, type GetStaffSeriesQuery } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { KEPT_SERIES_PAGE } from '#shared/learning.ts'
import { counted } from '#shared/kit/text.ts'
import { partsOf } from '#web/features/learning/series-words.ts'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { SeriesForm } from './SeriesForm.tsx'
import styles from '#web/features/learning/Learning.module.css'

type StaffSeries = GetStaffSeriesQuery['staff_series']['items'][number]
type Editing = number | 'new' | null

/** Staff prepare, publish and edit series. */
export function SeriesAdminPage() {
  const [editing, setEditing] = useState<Editing>(null)
  return (
    <StaffPage
      title="Series"
      lede="Parts, documents, speakers and sponsors of the Learning Hub. Members see a series once it is published."
    >
      {editing === null ? (
        <>
          <p className={styles.acts}>
            <Button look="filled" onClick={() => setEditing('new')}>
              Add series
            </Button>
          </p>
          <Section title="All series">
            <SeriesList onEdit={setEditing} />
          </Section>
        </>
      ) : (
        <Section title={editing === 'new' ? 'New series' : 'Edit series'}>
          <Edited editing={editing} onClose={() => setEditing(null)} />
        </Section>
      )}
    </StaffPage>
  )
}

const Failed = ({ again }: { again: () => unknown }) => (
  <StatePage title="We couldn’t load the series" again={again}>
    <p>Nothing was changed.</p>
  </StatePage>
)

function Edited({ editing, onClose }: { editing: number | 'new'; onClose: () => void }) {
  const id = editing === 'new' ? 0 : editing
  // Read when the form opens; what is typed must not be replaced.
  const { data, isError, refetch, isFetchedAfterMount } = useQuery({
    ...operationQuery(GetStaffSeriesById, { id }),
    enabled: id > 0,
    refetchOnWindowFocus: false,
  })
  if (editing === 'new') return <SeriesForm series={null} onClose={onClose} />
  if (isError) return <Failed again={refetch} />
  if (!data || !isFetchedAfterMount) return <Skeleton width="most" />
  return <SeriesForm key={id} series={data.staff_series_by_id} onClose={onClose} />
}

function SeriesList({ onEdit }: { onEdit: (id: number) => void }) {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...operationQuery(GetStaffSeries, { limit: KEPT_SERIES_PAGE, offset }),
    placeholderData: keepPreviousData,
  })
  const series = data?.staff_series
  if (!series) return isError ? <Failed again={refetch} /> : <Skeleton width="most" />
  if (series.count === 0)
    return (
      <StatePage title="No series yet">
        <p>Series that staff prepare appear here.</p>
      </StatePage>
    )
  return (
    <>
      <ul aria-label="All series">
        {series.items.map((each) => (
          <SeriesRow key={each.id} series={each} onEdit={() => onEdit(each.id)} />
        ))}
      </ul>
      <Pager
        offset={offset}
        count={series.count}
        page={KEPT_SERIES_PAGE}
        onChange={setOffset}
        back="Newer"
        more="Older"
      />
    </>
  )
}

function SeriesRow({ series, onEdit }: { series: StaffSeries; onEdit: () => void }) {
  const { time_zone } = useUser()
  const { title, network, videos, sponsors, published_at } = series
  const asked = sponsors.reduce((sum, { num_of_connections }) => sum + num_of_connections, 0)
  const facts = [
    network.display_name,
    partsOf(videos.length),
    published_at ? `Published ${dayOf(published_at, time_zone)}` : 'Not published',
    sponsors.length > 0 && `Sponsored by ${sponsors.map(({ company }) => company).join(', ')}`,
    asked > 0 && counted(asked, 'introduction requested', 'introductions requested'),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.rowTitle}>{title}</p>
        <p className={styles.facts}>{facts.filter(Boolean).join('. ')}</p>
      </div>
      <Button aria-label={`Edit: ${title}`} onClick={onEdit}>
        Edit
      </Button>
    </li>
  )
}
