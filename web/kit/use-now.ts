import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The time by which ages are told. It begins with the moment the data was fetched, which server and browser agree on,
 * and then moves by the minute.
 */
export function useNow(fetchedAt: number): number {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now ?? fetchedAt
}
