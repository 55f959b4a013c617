/** Gestures of touch screens: a swipe from the left edge goes back, a long press on a message opens its actions. */
import { travel } from '#web/platform/navigation/navigation.ts'

const EDGE_PX = 28
const SWIPE_PX = 80
const STILL_PX = 10
export const PRESS_MS = 500

/** Text is selected by a long press, to copy or quote it; links and buttons have menus and actions of their own. */
const HAS_ITS_OWN = 'a, button, input, textarea, form, dialog, [role=menu], .t-reply'

export function watchGestures(): () => void {
  let start: Touch | undefined
  let press: ReturnType<typeof setTimeout> | undefined
  const endPress = () => clearTimeout(press)
  const onStart = ({ touches, target }: TouchEvent) => {
    endPress()
    start = touches.length === 1 ? touches[0] : undefined
    if (!start || !(target instanceof Element) || target.closest(HAS_ITS_OWN)) return
    const more = target.closest('article[id^="message-"]')?.querySelector<HTMLElement>('[data-act=more]')
    if (more) press = setTimeout(() => more.click(), PRESS_MS)
  }
  const onMove = ({ touches: [now] }: TouchEvent) => {
    if (start && now && Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > STILL_PX) endPress()
  }
  const onEnd = ({ type, changedTouches: [end] }: TouchEvent) => {
    endPress()
    // A browser that goes back by itself takes the touch over and cancels it.
    if (type === 'touchend' && start && end && start.clientX < EDGE_PX) {
      const across = end.clientX - start.clientX
      if (across > SWIPE_PX && across > 2 * Math.abs(end.clientY - start.clientY) && history.length > 1) travel(-1)
    }
    start = undefined
  }
  const stops = (
    [
      ['touchstart', onStart],
      ['touchmove', onMove],
      ['touchend', onEnd],
      ['touchcancel', onEnd],
    ] as const
  ).map(([name, listen]) => {
    document.addEventListener(name, listen, { passive: true })
    return () => document.removeEventListener(name, listen)
  })
  return () => {
    endPress()
    for (const stop of stops) stop()
  }
}
