import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSignals } from '#web/platform/live/live.ts'

/** Debounces bursts of signals into one request. */
const QUIET_MS = 150

/** Refetches these operations on signals; returns a function that refetches them now. */
export function useRefreshOnSignals(operations: readonly { name: string }[]): () => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => {
    for (const { name } of operations) void client.invalidateQueries({ queryKey: [name] })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useSignals(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, QUIET_MS)
  })
  return ask
}
