import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The time for relative dates. Starts with the time the data was fetched, which server and browser agree on, and then
 * advances every minute.
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
