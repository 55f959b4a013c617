import { useEffect, useRef } from 'react'

/**
 * Calls `act` when `list` has loaded, and whenever it changes: for text typed before the list to look it up in was
 * there.
 */
export function useOnLoaded(list: unknown, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (list !== undefined && list !== null) latest.current()
  }, [list])
}
