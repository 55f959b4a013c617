import { useEffect, useRef } from 'react'

/** Acts on what was typed when the list that it is looked up in comes after the last letter, and whenever it changes. */
export function useOnLoaded(list: unknown, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (list !== undefined && list !== null) latest.current()
  }, [list])
}
