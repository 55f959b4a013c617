import type { MouseEvent } from 'react'
import { openOverlay } from '#web/platform/navigation.ts'

/** Opens a thread over the list when its link, or the text around it, is clicked; other clicks stay the browser's. */
export function openFromList(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const target = event.target instanceof Element ? event.target : null
  const link = target?.closest<HTMLAnchorElement>('a[data-thread]') ?? linkOfText(target)
  if (!link) return
  event.preventDefault()
  const { pathname, hash } = new URL(link.href)
  openOverlay(pathname, hash ? { fragment: hash.slice(1) } : {})
}

/** The excerpt leads on as well, unless the reader was selecting some of it. */
function linkOfText(target: Element | null): HTMLAnchorElement | null {
  if (!target?.closest('[data-opens]') || !getSelection()?.isCollapsed) return null
  return target.closest('article')?.querySelector<HTMLAnchorElement>('h3 a[data-thread]') ?? null
}
