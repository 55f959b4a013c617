import { useEffect, type RefObject } from 'react'

/** j and k move between entries; Enter on the topic then opens it, as o does. */
export function useEntryKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target)) return
      // Beneath an open overlay the list does not listen.
      if (!list.current || list.current.closest('[inert]')) return
      if (event.key === 'o' && list.current.contains(document.activeElement))
        (document.activeElement as HTMLElement).click()
      if (event.key !== 'j' && event.key !== 'k') return
      const topics = [...list.current.querySelectorAll<HTMLElement>('article h3 a')]
      const at = document.activeElement?.closest('article')?.querySelector<HTMLElement>('h3 a')
      const next = topics[at ? topics.indexOf(at) + (event.key === 'j' ? 1 : -1) : firstInView(topics)]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.closest('article')?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
}

const firstInView = (topics: readonly HTMLElement[]) =>
  Math.max(
    0,
    topics.findIndex((topic) => topic.getBoundingClientRect().top > 0),
  )

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
