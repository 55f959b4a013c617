const AT_LATEST_MS = 1_000
const WITHOUT_SIGN_MS = 200

/** Runs the work once, when the browser is idle: not in the keystroke that requests it. Runs again if it fails. */
export function onIdleOnce(work: () => Promise<unknown>): () => void {
  let isAsked = false
  const act = () =>
    work().catch(() => {
      isAsked = false
    })
  return () => {
    if (isAsked) return
    isAsked = true
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => void act(), { timeout: AT_LATEST_MS })
    else setTimeout(() => void act(), WITHOUT_SIGN_MS)
  }
}
