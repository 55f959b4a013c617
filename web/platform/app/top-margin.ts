import { SCROLLER_ID } from '#web/platform/navigation/scrolling.ts'

/** A banner of the browser or the app pushes the page down by the body's margin: the frame becomes lower. */
export function watchTopMargin(): (() => void) | undefined {
  const app = document.getElementById(SCROLLER_ID)?.parentElement
  if (!app) return undefined
  const fit = () => {
    const margin = document.body.style.marginTop
    app.style.height = margin ? `calc(100dvh - ${margin})` : ''
  }
  fit()
  const observer = new MutationObserver(fit)
  observer.observe(document.body, { attributes: true, attributeFilter: ['style'] })
  return () => observer.disconnect()
}
