import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type PointerEvent } from 'react'
import { loadOnce } from '#web/kit/loading/load-once.ts'
import { threadQuery } from '#web/features/discussions/queries/discussions.queries.ts'

const INTENT_MS = 80
const loadPage = loadOnce(() => import('#web/features/discussions/thread/ThreadPage.tsx'))

/** Prefetches a thread when the pointer rests on its link, so that it is loaded by the click. */
export function useThreadPrefetch(): (event: PointerEvent) => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (event) => {
    clearTimeout(timer.current)
    // The page itself with the first touch or movement, because a tap gives no time to load both.
    loadPage().catch(() => undefined)
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-thread]') : null
    if (!link) return
    const prefetch = () => void client.prefetchQuery(threadQuery(Number(link.dataset.thread)))
    timer.current = setTimeout(prefetch, INTENT_MS)
  }
}
