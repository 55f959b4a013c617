import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { isLate, waitedFor, WORK_KINDS, WORK_PAGE } from '#shared/work.ts'
import { GetWork } from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import {
  keyOf,
  useAssign,
  workQuery,
  type Filter,
  type Item,
  type Work,
} from '#web/features/staff-work/staff-work.queries.ts'
import { linkTo, titleOf } from '#web/features/staff-work/staff-work-words.ts'
import { WorkSide } from '#web/features/staff-work/WorkSide.tsx'
import styles from '#web/features/staff-work/WorkPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { useRefreshOnSignals } from '#web/platform/shell/use-refresh-on-signals.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

function choicesOf({ counts, num_of_own }: Work) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return [
    { key: 'all' as Filter, label: `All ${total}` },
    { key: 'own' as Filter, label: `Mine ${num_of_own}` },
    ...counts.map(({ kind, count }) => ({ key: kind as Filter, label: `${WORK_KINDS[kind].label} ${count}` })),
  ]
}

/** Everything that waits for the viewer, the longest waiting first. */
export function WorkPage() {
  const [filter, setFilter] = useState<Filter>('all')
  const [offset, setOffset] = useState(0)
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...workQuery(filter, offset),
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState<string | null>(null)
  useRefreshOnSignals([GetWork])
  const work = data?.work
  const items = work?.items ?? []
  const current = items.find((item) => keyOf(item) === chosen)
  useKeys(items, current, setChosen)
  const now = useNow(dataUpdatedAt)
  return (
    <StaffPage
      title="What is waiting"
      lede={work ? ledeOf(work, now) : 'Posts, reports, emails, documents and requests that need a decision.'}
      side={current && work && <WorkSide item={current} colleagues={work.colleagues} />}
    >
      {work && (
        <StaffFilters
          choices={choicesOf(work)}
          chosen={filter}
          onChoose={(key) => {
            setFilter(key)
            setOffset(0)
          }}
        />
      )}
      {isError && !data && (
        <StatePage title="We couldn’t load what is waiting" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {work?.count === 0 && <StatePage title="Nothing is waiting">What needs a decision appears here.</StatePage>}
      {items.length > 0 && (
        <>
          <ul aria-label="Waiting" className={styles.list}>
            {items.map((item) => (
              <Row
                key={keyOf(item)}
                {...{ item, now, isCurrent: item === current, onChoose: () => setChosen(keyOf(item)) }}
              />
            ))}
          </ul>
          <p className={styles.keys}>
            <kbd>j</kbd> and <kbd>k</kbd> choose, <kbd>t</kbd> takes or releases, <kbd>Enter</kbd> opens.
          </p>
          <Pager offset={offset} count={work!.count} page={WORK_PAGE} onChange={setOffset} />
        </>
      )}
    </StaffPage>
  )
}

function ledeOf({ count, items }: Work, now: number): string {
  const [oldest] = items
  const number = counted(count, 'item')
  return oldest ? `${number}. The oldest has waited ${waitedFor(oldest.since, now)}.` : `${number}.`
}

interface RowProps {
  item: Item
  now: number
  isCurrent: boolean
  onChoose: () => void
}

function Row({ item, now, isCurrent, onChoose }: RowProps) {
  const viewer = useUser()
  const assign = useAssign()
  const { kind, item_id, author, since, assignee } = item
  const late = isLate(kind, since, now)
  return (
    <li id={`work-${keyOf(item)}`} className={styles.row} aria-current={isCurrent || undefined} onFocus={onChoose}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to={linkTo(kind)}>{titleOf(item)}</Link>
        </h2>
        {author && <p className={styles.quiet}>{author.name}</p>}
      </div>
      <p>{WORK_KINDS[kind].label}</p>
      <p className={late ? styles.late : styles.since}>
        <time dateTime={since} title={longDate(since, viewer.time_zone)}>
          {waitedFor(since, now)}
        </time>
        {late && <span className={styles.quiet}>Late</span>}
      </p>
      <div>
        {assignee ? (
          <span className={styles.whose}>
            <Avatar person={assignee} size={28} />
            {assignee.id === viewer.id ? 'You' : assignee.name.split(' ')[0]}
          </span>
        ) : (
          <Button
            look="quiet"
            disabled={assign.isPending}
            aria-label={`Take: ${titleOf(item)}`}
            onClick={() => void assign.run({ kind, item_id, user_id: viewer.id })}
          >
            Take
          </Button>
        )}
      </div>
    </li>
  )
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Ignored while typing. */
function useKeys(items: readonly Item[], current: Item | undefined, choose: (key: string) => void): void {
  const { id } = useUser()
  const assign = useAssign()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target)) return
    if (event.key === 'j' || event.key === 'k') {
      const next = items[current ? items.indexOf(current) + (event.key === 'j' ? 1 : -1) : 0]
      if (!next) return
      choose(keyOf(next))
      document.getElementById(`work-${keyOf(next)}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 't' && current && !event.repeat)
      void assign.run({
        kind: current.kind,
        item_id: current.item_id,
        user_id: current.assignee?.id === id ? null : id,
      })
    else if (event.key === 'Enter' && current && event.target === document.body) navigateTo(linkTo(current.kind))
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // Capture, to run before the global shortcuts, some of which use the same keys.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}
