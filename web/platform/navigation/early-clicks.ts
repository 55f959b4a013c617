/** What was clicked or sent before the page was taken over is done once it is. */
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
 * Runs in the document, before anything is loaded. Without it an early "Sign in" would be sent as a bare form, and an
 * early click on any other button would do nothing. What is kept goes no further, or a page that is just being taken over
 * would do it twice. Only the last act counts: it is what is wanted now.
 */
export const EARLY_CLICK_SCRIPT =
  `{const early=window.early={keep(event){const{type,target}=event,button=target.closest?.('button');` +
  `if(type=='submit'){event.preventDefault();event.stopPropagation();early.act=()=>target.isConnected&&target.requestSubmit()}` +
  `else if(button&&button.type!='submit'){event.stopPropagation();early.act=()=>button.isConnected&&button.click()}}};` +
  `for(const type of['submit','click'])addEventListener(type,early.keep,true)}`

/** Called when the page can be used. */
export function replayEarlyClick(): void {
  const { early } = window
  if (!early) return
  window.early = undefined
  for (const type of ['submit', 'click']) removeEventListener(type, early.keep, true)
  early.act?.()
}
