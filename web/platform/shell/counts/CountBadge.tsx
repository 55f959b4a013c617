import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { setTitleBadge } from '#web/platform/navigation/page-title.ts'
import { Count } from '#web/platform/shell/counts/Count.tsx'
import { isResync, usePolling, useSignals, type LiveSignal } from '#web/platform/live/live.ts'

/** Signals come in bursts, and a message that is read on arrival is read by then: one request covers them all. */
const QUIET_MS = 250
/** While the live stream is down; rare, because every page does it. */
const POLL_MS = 30_000

interface Props<Answer, Key extends QueryKey> {
  place: Parameters<typeof setTitleBadge>[0]
  query: UseQueryOptions<Answer, Error, Answer, Key> & { queryKey: Key }
  countOf: (answer: Answer) => number
  /** Whether this signal may change the count. */
  changes: (signal: LiveSignal) => boolean
  className: string | undefined
  word: string
}

/** A live count on a control of the shell; also part of the sum in the tab title. Hidden while 0. */
export function CountBadge<Answer, Key extends QueryKey>(props: Props<Answer, Key>) {
  const { place, query, countOf, changes, className, word } = props
  const client = useQueryClient()
  const { data } = useQuery(query)
  const count = data === undefined ? 0 : countOf(data)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useSignals((signal) => {
    if (!isResync(signal) && !changes(signal)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void client.invalidateQueries({ queryKey: query.queryKey })
    }, QUIET_MS)
  })
  usePolling(() => void client.invalidateQueries({ queryKey: query.queryKey }), POLL_MS)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    setTitleBadge(place, count)
    return () => setTitleBadge(place, 0)
  }, [place, count])
  return <Count count={count} className={className} word={word} />
}
