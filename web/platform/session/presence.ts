/** Says that the member is here, for as long as the page can be seen. */
import { UpdateLastOnline } from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'

/** Others see somebody as online for five minutes after the last word. */
const EVERY_MS = 120_000

export function startPresence(): () => void {
  let last = -Infinity
  const tell = () => {
    if (document.visibilityState !== 'visible' || performance.now() - last < EVERY_MS - 1_000) return
    last = performance.now()
    // Being seen is no work of the member's: if it fails, the next word comes in two minutes.
    execute(UpdateLastOnline, {}).catch(() => {})
  }
  tell()
  const timer = setInterval(tell, EVERY_MS)
  document.addEventListener('visibilitychange', tell)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
  }
}
