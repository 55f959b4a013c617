/** Replays a click, a submit or Ctrl K that happened before hydration. */
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
 * Inline script: records the last click, submit or Ctrl K before hydration. Without it an early "Sign in" would be sent as a
 * plain form, and an early click on any other button would do nothing. Recorded events do not propagate, or a page that
 * is just hydrating would handle them twice. Only the last action counts: it is the one the member wants now.
 */
export const EARLY_CLICK_SCRIPT =
  `{const early=window.early={keep(event){const{type,target}=event,button=target.closest?.('button');` +
  `if(type=='submit'){event.preventDefault();event.stopPropagation();early.act=()=>target.isConnected&&target.requestSubmit()}` +
  `else if(type=='keydown'){if((event.ctrlKey||event.metaKey)&&event.key=='k'){event.preventDefault();early.act=()=>document.querySelector('[aria-keyshortcuts]')?.click()}}` +
  `else if(button&&button.type!='submit'){event.stopPropagation();early.act=()=>button.isConnected&&button.click()}}};` +
  `for(const type of['submit','click','keydown'])addEventListener(type,early.keep,true)}`

/** Called after hydration. */
export function replayEarlyClick(): void {
  const { early } = window
  if (!early) return
  window.early = undefined
  for (const type of ['submit', 'click', 'keydown']) removeEventListener(type, early.keep, true)
  early.act?.()
}
