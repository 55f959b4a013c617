/** Reports that the member is online, while the page is visible. */
import { UpdateLastOnline } from '#api/operations.ts'
import { execute } from '#web/platform/api/operations.ts'

/** Others see a member as online for five minutes after the last report. */
const EVERY_MS = 120_000

export function startPresence(): () => void {
  let last = -Infinity
  const tell = () => {
    if (document.visibilityState !== 'visible' || performance.now() - last < EVERY_MS - 1_000) return
    last = performance.now()
    // A background request: if it fails, the next one follows in two minutes.
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
