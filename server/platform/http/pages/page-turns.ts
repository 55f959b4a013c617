/**
 * Makes a few pages at once; the others wait, first come, first served. More at once would not be ready sooner, because
 * one thread renders them all, but each would keep what it has read until its turn comes: V8 then moves it to the old
 * objects, whose collection took an eighth of a core under load.
 */

/** While one page waits for the database, another is rendered. */
const AT_ONCE = 4
/** A page that takes longer, such as a search, no longer keeps others waiting. */
const TURN_MS = 100

type PageTurn = <Page>(make: () => Promise<Page>) => Promise<Page>

export function makePageTurns(): PageTurn {
  const waiting: (() => void)[] = []
  let running = 0

  const beginNext = () => {
    const begin = waiting.shift()
    if (begin) begin()
    else running -= 1
  }
  return async (make) => {
    if (running < AT_ONCE) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let hasTurn = true
    const end = () => {
      if (hasTurn) beginNext()
      hasTurn = false
    }
    const timer = setTimeout(end, TURN_MS)
    try {
      return await make()
    } finally {
      clearTimeout(timer)
      end()
    }
  }
}
