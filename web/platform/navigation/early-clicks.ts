/** Replays a click or submit that happened before hydration. */
interface Early {
  keep(event: Event): void
  act?: () => void
}
declare global {
  interface Window {
    early?: Early | undefined
  }
}

/**
 * Inline script: records the last click or submit before hydration. Without it an early "Sign in" would be sent as a
 * plain form, and an early click on any other button would do nothing. Recorded events do not propagate, or a page that
 * is just hydrating would handle them twice. Only the last action counts: it is the one the member wants now.
 */
export const EARLY_CLICK_SCRIPT =
  `{const early=window.early={keep(event){const{type,target}=event,button=target.closest?.('button');` +
  `if(type=='submit'){event.preventDefault();event.stopPropagation();early.act=()=>target.isConnected&&target.requestSubmit()}` +
  `else if(button&&button.type!='submit'){event.stopPropagation();early.act=()=>button.isConnected&&button.click()}}};` +
  `for(const type of['submit','click'])addEventListener(type,early.keep,true)}`

/** Called after hydration. */
export function replayEarlyClick(): void {
  const { early } = window
  if (!early) return
  window.early = undefined
  for (const type of ['submit', 'click']) removeEventListener(type, early.keep, true)
  early.act?.()
}
