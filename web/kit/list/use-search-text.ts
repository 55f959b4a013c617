import { useEffect, useRef, useState } from 'react'

/** The words of a search field. They follow the address, but for what was typed after it was asked for. */
export function useSearchText(address: string) {
  const [text, setText] = useState(address)
  const sought = useRef(address)
  useEffect(() => {
    if (address !== sought.current) setText(address)
    sought.current = address
  }, [address])
  /** The words to ask for, which then come back as the address. */
  const seek = () => (sought.current = text.trim())
  return { text, setText, seek }
}
