import { useEffect, useRef, useState } from 'react'

/** The text of a search field. It follows the URL, but keeps text typed after the last search. */
export function useSearchText(address: string) {
  const [text, setText] = useState(address)
  const sought = useRef(address)
  useEffect(() => {
    if (address !== sought.current) setText(address)
    sought.current = address
  }, [address])
  /** Returns the text to search for, which the URL then contains. */
  const seek = () => (sought.current = text.trim())
  return { text, setText, seek }
}
