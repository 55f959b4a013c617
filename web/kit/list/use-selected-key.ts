import { useState } from 'react'

export const NO_SELECTION = -1

/**
 * The selected entry of a list, by key and not by index: when more entries load, the same entry stays selected. If it
 * leaves the list, nothing is selected.
 */
export function useSelectedKey(keys: readonly string[]): [chosen: number, choose: (index: number) => void] {
  const [key, setKey] = useState<string>()
  return [key === undefined ? NO_SELECTION : keys.indexOf(key), (index) => setKey(keys[index])]
}
