/** The main container scrolls, not the document, so saving and restoring its position is up to us. */

export const SCROLLER_ID = 'scroller'
export const RESTORE_TRIES = 5
export const RESTORE_NEAR_PX = 10
const FIRST_RETRY_MS = 40

/** The main container. */
export const mainScroller = (): HTMLElement | null => document.getElementById(SCROLLER_ID)
/** The current scroller: the open overlay if there is one. */
export const topScroller = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-top-layer]') ?? mainScroller()

/** Exponential delays between tries, for content that is still loading. */
export const retryDelays = (): number[] =>
  Array.from({ length: RESTORE_TRIES - 1 }, (_, index) => FIRST_RETRY_MS * 2 ** index)

let restoring = 0

/** Tries until the position is within 10 px of the target; a newer restore, or scrolling by the reader, ends it. */
export async function restoreScroll(target: number, scroller = mainScroller()): Promise<boolean> {
  const turn = ++restoring
  if (!scroller) return false
  const stop = () => {
    restoring += 1
  }
  const hands = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  for (const hand of hands) scroller.addEventListener(hand, stop, { once: true, passive: true })
  try {
    for (const delay of [0, ...retryDelays()]) {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      if (turn !== restoring) return false
      scroller.scrollTop = target
      if (Math.abs(scroller.scrollTop - target) <= RESTORE_NEAR_PX) return true
    }
    return false
  } finally {
    for (const hand of hands) scroller.removeEventListener(hand, stop)
  }
}
