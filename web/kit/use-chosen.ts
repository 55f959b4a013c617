import { useState } from 'react'

export const NONE = -1

/**
 * Which of a list is chosen, by its key and not by its place: when more of the list arrives, the choice stays with what
 * was chosen. Gone from the list, nothing is.
 */
export function useChosen(keys: readonly string[]): [chosen: number, choose: (index: number) => void] {
  const [key, setKey] = useState<string>()
  return [key === undefined ? NONE : keys.indexOf(key), (index) => setKey(keys[index])]
}
