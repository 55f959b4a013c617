/** Folds the middle of a long thread: the replies that the member has read, between the first and the last ones. */
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'

/** Threads with fewer rows are shown whole. */
const FOLD_FROM = 15
/** Replies at the top level, with their answers, that stay at either end. */
const KEPT_FIRST = 2
const KEPT_LAST = 3
/** Fewer rows take no more space than the line that stands for them. */
const FEWEST_FOLDED = 5

/**
 * Never folds what is new, sent from here, marked as most agreed, or in `kept`: what a link led to or the member opened.
 * On a first visit nothing has been read, so nothing is folded.
 */
export function foldRows(rows: ThreadRow[], kept: ReadonlySet<string>, hasReadBefore: boolean): ThreadRow[] {
  if (!hasReadBefore || rows.length < FOLD_FROM) return rows
  const groups = groupsOf(rows)
  const folded: ThreadRow[] = []
  let run: ThreadRow[] = []
  const endRun = () => {
    folded.push(...(run.length < FEWEST_FOLDED ? run : [foldOf(run)]))
    run = []
  }
  for (const [index, group] of groups.entries()) {
    const isMiddle = index >= KEPT_FIRST && index < groups.length - KEPT_LAST
    if (isMiddle && group.every((row) => isFoldable(row, kept))) run.push(...group)
    else {
      endRun()
      folded.push(...group)
    }
  }
  return folded
}

const isFoldable = ({ key, outgoing, isNew, isBest, divider }: ThreadRow, kept: ReadonlySet<string>) =>
  !isNew && !isBest && !divider && outgoing === null && !kept.has(key)

/** Each reply at the top level with its answers. */
function groupsOf(rows: readonly ThreadRow[]): ThreadRow[][] {
  const groups: ThreadRow[][] = []
  for (const row of rows) {
    if (row.isAnswer && groups.length > 0) groups.at(-1)!.push(row)
    else groups.push([row])
  }
  return groups
}

const foldOf = (run: readonly ThreadRow[]): ThreadRow => ({
  key: `fold-${run[0]!.key}`,
  message: null,
  outgoing: null,
  isAnswer: false,
  isNew: false,
  fold: run,
})
