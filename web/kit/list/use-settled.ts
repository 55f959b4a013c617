import { useEffect, useState } from 'react'

/** The text once it has not changed for this long. */
export function useSettled(text: string, quietMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs)
    return () => clearTimeout(timer)
  }, [text, quietMs])
  return settled
}
