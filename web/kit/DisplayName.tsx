import { useLayoutEffect, useRef, useState } from 'react'
import { DISPLAY_NAME_WIDTH, truncatedName } from '#shared/kit/text.ts'

interface DisplayNameProps {
  name: string
  /** Pixels of rendered text. */
  width?: number
}

/** A name of any length in a fixed width: its start, an ellipsis and its last letters. The whole name stays readable. */
export function DisplayName({ name, width = DISPLAY_NAME_WIDTH }: DisplayNameProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(name)
  useLayoutEffect(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context || !element.current) return
    context.font = getComputedStyle(element.current).font
    setShown(truncatedName(name, (text) => context.measureText(text).width, { width }))
  }, [name, width])
  return (
    <span ref={element} title={shown === name ? undefined : name}>
      {shown}
    </span>
  )
}
