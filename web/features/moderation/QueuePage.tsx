import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { QUEUE_PAGE } from '#shared/moderation.ts'
import { counted } from '#shared/kit/text.ts'
import { DecisionBar, type Task } from '#web/features/moderation/DecisionBar.tsx'
import {
  keyOf,
  QUEUE_FILTERS,
  queueQuery,
  useStaffLive,
  type Item,
} from '#web/features/moderation/moderation.queries.ts'
import { QueueItem, type ItemAct } from '#web/features/moderation/QueueItem.tsx'
import styles from '#web/features/moderation/StaffPage.module.css'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { useDecisions } from '#web/features/moderation/use-decisions.ts'
import { useQueueKeys } from '#web/features/moderation/use-queue-shortcuts.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'

const NONE: readonly Item[] = []

/** The posts that are decided together. */
function useSelection(items: readonly Item[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (item: Item, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(keyOf(item))
    else next.delete(keyOf(item))
    setChosen(next)
  }
  return { chosen, setChosen, chosenItems: items.filter((item) => chosen.has(keyOf(item))), choose }
}

/** The post to go on with: the next one that stays in the queue, otherwise the last one that stays. */
function itemAfter(items: readonly Item[], gone: readonly Item[]): Item | undefined {
  const keys = new Set(gone.map(keyOf))
  const at = items.findIndex((item) => keyOf(item) === keyOf(gone[0]!))
  const stays = (item: Item) => !keys.has(keyOf(item))
  return items.slice(at).find(stays) ?? items.findLast(stays)
}

/**
 * Focuses the current post, unless staff are typing or the focus is in it: a button that is being pressed would scroll away
 * from the pointer, and the press would be lost.
 */
function useFocusOn(currentKey: string | null, items: readonly Item[]): void {
  useEffect(() => {
    if (currentKey === null || document.activeElement?.matches('textarea, input, [contenteditable]')) return
    const post = document.getElementById(currentKey)
    if (!post?.contains(document.activeElement)) post?.focus()
  }, [currentKey, items])
}

/** State of the review queue: filter, current post, selected posts, and pending decision. */
function useTriage() {
  const viewer = useUser()
  const [filter, setFilter] = useState(0)
  const { data, dataUpdatedAt, isError, refetch } = useQuery(queueQuery(filter))
  const queue = data?.moderation_queue
  const items = queue?.items ?? NONE
  const ask = useStaffLive()
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const { chosen, setChosen, chosenItems, choose } = useSelection(items)
  const [task, setTask] = useState<Task | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const { decide, claim, problem } = useDecisions(ask)
  const current = items.find((item) => keyOf(item) === currentKey)
  const settle = async (about: readonly Item[], act: 'approve' | 'reject' | 'remove', words: object = {}) => {
    const next = itemAfter(items, about)
    if (!(await decide(about, act, words))) return
    setTask(null)
    setChosen(new Set())
    setCurrentKey(next ? keyOf(next) : null)
  }
  const onAct = (about: readonly Item[], act: ItemAct) => {
    const [only] = about
    if (!only) return
    if (act === 'claim') void claim(only, only.claimed_by?.id === viewer.id)
    else if (act === 'approve') void settle(about, 'approve')
    else if (act !== 'edit' || about.length === 1) setTask({ act, items: about })
  }
  useQueueKeys({
    items,
    current,
    onMove: setCurrentKey,
    onAct: (act) => onAct(chosenItems.length > 0 ? chosenItems : current ? [current] : [], act),
    onChoose: () => current && choose(current, !chosen.has(keyOf(current))),
    onHelp: () => setHelpOpen(!isHelpOpen),
  })
  useFocusOn(currentKey, items)
  return {
    viewer,
    filter,
    setFilter,
    queue,
    items,
    dataUpdatedAt,
    isError,
    refetch,
    chosen,
    chosenItems,
    choose,
    setChosen,
    currentKey,
    setCurrentKey,
    task,
    setTask,
    problem,
    settle,
    onAct,
    isHelpOpen,
    setHelpOpen,
  }
}

/** Posts that staff have not reviewed. */
export function QueuePage() {
  const triage = useTriage()
  const { filter, setFilter, queue, items, isError, refetch, chosenItems, task, isHelpOpen, setHelpOpen } = triage
  const waiting = queue?.count ?? 0
  const lede = queue
    ? `${counted(waiting, 'post waiting', 'posts waiting')}${queue.num_of_own_claims > 0 ? `, ${queue.num_of_own_claims} claimed by you` : ''}.`
    : 'Member posts that staff haven’t reviewed.'
  return (
    <StaffPage
      title="Review queue"
      lede={lede}
      side={
        <SideNote title="Keyboard shortcuts">
          <Keys />
        </SideNote>
      }
    >
      <StaffFilters
        choices={QUEUE_FILTERS.map(({ label }, key) => ({ key, label }))}
        chosen={filter}
        onChoose={setFilter}
      >
        <button type="button" aria-expanded={isHelpOpen} onClick={() => setHelpOpen(!isHelpOpen)}>
          Keyboard shortcuts
        </button>
      </StaffFilters>
      {isHelpOpen && (
        <div className={styles.help}>
          <Keys />
        </div>
      )}
      {isError && (
        <StatePage title="We couldn’t load the queue" again={refetch}>
          No decisions were made.
        </StatePage>
      )}
      {!queue && !isError && <Skeleton width="most" />}
      {queue && items.length === 0 && (
        <StatePage title="All caught up">New posts appear here, oldest first, until staff review them.</StatePage>
      )}
      <Waiting triage={triage} />
      {waiting > QUEUE_PAGE && (
        <p className={styles.more}>Showing the oldest {QUEUE_PAGE}. More appear as you work through these.</p>
      )}
      <DecisionBar
        task={task}
        chosen={chosenItems}
        problem={triage.problem}
        onAct={(act) => triage.onAct(chosenItems, act)}
        onClear={() => triage.setChosen(new Set())}
        onDecide={(words) => task && void triage.settle(task.items, task.act === 'edit' ? 'approve' : task.act, words)}
        onClose={() => triage.setTask(null)}
      />
    </StaffPage>
  )
}

const KEYS = [
  ['j, k', 'Next, previous'],
  ['a', 'Approve'],
  ['x', 'Reject'],
  ['e', 'Edit, then approve'],
  ['c', 'Claim or release'],
  ['Space', 'Select several at once'],
  ['?', 'Show keyboard shortcuts'],
]

function Keys() {
  return (
    <dl className={styles.keys}>
      {KEYS.map(([key, words]) => (
        <div key={key} className={styles.contents}>
          <dt>{key}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

function Waiting({ triage }: { triage: ReturnType<typeof useTriage> }) {
  const { items, viewer, dataUpdatedAt, currentKey, setCurrentKey, chosen, choose, onAct } = triage
  return (
    <ol className={styles.list} aria-label="Posts waiting for review">
      {items.map((item) => (
        <li key={keyOf(item)}>
          <QueueItem
            item={item}
            viewer={viewer}
            now={dataUpdatedAt}
            isCurrent={keyOf(item) === currentKey}
            isChosen={chosen.has(keyOf(item))}
            onAct={(act) => onAct([item], act)}
            onChoose={(isChosen) => choose(item, isChosen)}
            onFocus={() => setCurrentKey(keyOf(item))}
          />
        </li>
      ))}
    </ol>
  )
}
