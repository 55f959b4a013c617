import { useState } from 'react'

export const NO_SELECTION = -1

/**
 * Which of a list is chosen, by its key and not by its place: when more of the list arrives, the choice stays with what
 * was chosen. Gone from the list, nothing is.
 */
export function useSelectedKey(keys: readonly string[]): [chosen: number, choose: (index: number) => void] {
  const [key, setKey] = useState<string>()
  return [key === undefined ? NO_SELECTION : keys.indexOf(key), (index) => setKey(keys[index])]
}
