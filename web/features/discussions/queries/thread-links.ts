import type { MouseEvent } from 'react'
import { isForBrowser, openLinkInFront } from '#web/platform/navigation/navigation.ts'

/** Opens a thread over the list when its link or excerpt is clicked; leaves other clicks to the browser. */
export function openThreadLink(event: MouseEvent): void {
  if (isForBrowser(event)) return
  const target = event.target instanceof Element ? event.target : null
  const link = target?.closest<HTMLAnchorElement>('a[data-thread]') ?? linkOfText(target)
  if (!link) return
  event.preventDefault()
  openLinkInFront(link)
}

/** Clicking the excerpt opens the thread too, unless the reader is selecting text. */
function linkOfText(target: Element | null): HTMLAnchorElement | null {
  if (!target?.closest('[data-opens]') || !getSelection()?.isCollapsed) return null
  return target.closest('article')?.querySelector<HTMLAnchorElement>('h3 a[data-thread]') ?? null
}
