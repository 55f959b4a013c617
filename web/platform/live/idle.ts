const AT_LATEST_MS = 1_000
const WITHOUT_SIGN_MS = 200

/** Does the work once, when the page has nothing else to do: not within the stroke that asks for it. Again if it fails. */
export function onIdleOnce(work: () => Promise<unknown>): () => void {
  let isAsked = false
  const act = () =>
    work().catch(() => {
      isAsked = false
    })
  return () => {
    if (isAsked) return
    isAsked = true
    // Safari does not say when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(() => void act(), { timeout: AT_LATEST_MS })
    else setTimeout(() => void act(), WITHOUT_SIGN_MS)
  }
}
