import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DEFAULT_FIGURE_WEEKS, FIGURE_WEEKS, type FigurePeriods } from '#shared/figures.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { InlineSelect } from '#web/kit/forms/InlineField.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { useSearch } from '#web/platform/router/match.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { longDay } from '#web/features/figures/days.ts'
import { FigureNotes } from '#web/features/figures/FigureNotes.tsx'
import { FigureSections } from '#web/features/figures/FigureSections.tsx'
import {
  figuresQuery,
  headlinesOf,
  periodOf,
  type Figures,
  type Headline,
  type Row,
} from '#web/features/figures/figures.queries.ts'
import styles from './Figures.module.css'

const WEEKS_LABELS = { 4: '4 weeks', 12: '12 weeks', 26: '26 weeks' } as const

/** The network and the period, in the address. */
function useChoice() {
  const search = useSearch()
  const navigate = useNavigate()
  const network = /^[1-9]\d{0,14}$/.test(String(search['network'])) ? Number(search['network']) : null
  const weeks = FIGURE_WEEKS.find((each) => String(each) === search['weeks']) ?? DEFAULT_FIGURE_WEEKS
  const choose = (changed: { network?: string; weeks?: string }) =>
    void navigate({
      to: STAFF_ROUTES.figures,
      search: { network: network ?? '', weeks, ...changed },
      replace: true,
      resetScroll: false,
    })
  return { network, weeks, choose }
}

/** What staff read about the community, with the period before, and what to do about it. */
export function FiguresPage() {
  const choice = useChoice()
  const { network, weeks } = choice
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...figuresQuery(network, weeks),
    placeholderData: keepPreviousData,
  })
  const rows = data?.figure_counts ?? []
  const periods = periodOf(rows, weeks)
  const name = data?.figure_networks.find(({ id }) => id === network)?.display_name ?? 'All networks'
  return (
    <StaffPage
      title="Figures"
      lede={
        periods
          ? `${name}, ${longDay(periods.from)} to ${longDay(periods.to)}, with the ${weeks} weeks before.`
          : 'What happened in the community, by week.'
      }
      side={data && <FigureNotes data={data} fetchedAt={dataUpdatedAt} />}
    >
      <Controls {...choice} networks={data?.figure_networks ?? []} hasFile={periods !== undefined} />
      {isError && !data && (
        <StatePage title="We couldn’t load the figures" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && !periods && (
        <StatePage title="Nothing has been counted yet">
          Each week is counted in the night after its questions have had two days for an answer.
        </StatePage>
      )}
      {periods && <Content rows={rows} periods={periods} weeks={weeks} />}
      {data && (
        <div className={styles.notesBelow}>
          <FigureNotes data={data} fetchedAt={dataUpdatedAt} />
        </div>
      )}
    </StaffPage>
  )
}

interface ControlsProps extends ReturnType<typeof useChoice> {
  networks: Figures['figure_networks']
  hasFile: boolean
}

function Controls({ network, weeks, choose, networks, hasFile }: ControlsProps) {
  const file = `/api/staff/figures.csv${stringifySearch({ peer_network_id: network, weeks })}`
  return (
    <div className={styles.controls}>
      <InlineSelect label="Network" value={network ?? ''} onChange={({ target }) => choose({ network: target.value })}>
        <option value="">All</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </InlineSelect>
      <InlineSelect label="Period" value={weeks} onChange={({ target }) => choose({ weeks: target.value })}>
        {FIGURE_WEEKS.map((each) => (
          <option key={each} value={each}>
            {WEEKS_LABELS[each]}
          </option>
        ))}
      </InlineSelect>
      {hasFile && (
        <ButtonLink className={styles.export ?? ''} href={file} download>
          <IconDownload aria-hidden="true" />
          Export CSV
        </ButtonLink>
      )}
    </div>
  )
}

const Content = ({ rows, periods, weeks }: { rows: readonly Row[]; periods: FigurePeriods; weeks: number }) => (
  <>
    <dl className={styles.headlines}>
      {headlinesOf(rows, periods).map((headline) => (
        <HeadlineFigure key={headline.label} headline={headline} />
      ))}
    </dl>
    <FigureSections rows={rows} periods={periods} weeks={weeks} />
  </>
)

const WORDS = { up: 'Up from', down: 'Down from', same: 'Before:' }

function HeadlineFigure({ headline: { label, now, before, change, isBetter, isSmall } }: { headline: Headline }) {
  const mood = isBetter === undefined ? undefined : isBetter ? styles.better : styles.worse
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isSmall ? styles.small : styles.figure}>{now}</dd>
      <dd className={classNames(styles.change, mood)}>
        {before === undefined ? 'Nothing to compare with' : `${WORDS[change]} ${before}`}
      </dd>
    </div>
  )
}
