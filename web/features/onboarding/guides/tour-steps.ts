/** The next step of a tour, and the position of its card. */
interface Step {
  selector: string
}

/** The next step whose target is on the page; others are skipped. */
export function nextStep(items: readonly Step[], after: number, onPage: (selector: string) => unknown) {
  const next = items.findIndex(({ selector }, index) => index > after && onPage(selector))
  return next < 0 ? undefined : next
}

interface Box {
  left: number
  top: number
  bottom: number
  width: number
  height: number
}
const GAP = 10
const EDGE = 16

/** Below the target, or above it if there is no room below, and always within the window. */
export function placeBeside(
  target: Box,
  card: { width: number; height: number },
  room: { width: number; height: number },
) {
  const fitsBelow = target.bottom + GAP + card.height + EDGE <= room.height
  const top = fitsBelow ? target.bottom + GAP : target.top - GAP - card.height
  const within = (at: number, size: number, most: number) => Math.max(EDGE, Math.min(at, most - size - EDGE))
  return { left: within(target.left, card.width, room.width), top: within(top, card.height, room.height) }
}
