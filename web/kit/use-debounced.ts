import { useCallback, useEffect, useRef } from 'react'

interface Delay {
  quietMs: number
  /** A random part of the delay, up to this, keeps clients from requesting at the same time. */
  jitterMs?: number
}

/** Returns a function that runs `work` once after a burst of calls, with the values of the latest render. */
export function useDebounced(work: () => void, { quietMs, jitterMs = 0 }: Delay): () => void {
  const latest = useRef(work)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), quietMs + Math.random() * jitterMs)
  }, [quietMs, jitterMs])
}
