import { useLayoutEffect, useRef, useState } from 'react'
import { DISPLAY_NAME_WIDTH, truncatedName } from '#shared/kit/text.ts'

interface DisplayNameProps {
  name: string
  /** Maximum width of the rendered text, in pixels. */
  width?: number
}

/** Truncates a long name to a fixed width: its start, an ellipsis, its last letters. `title` has the full name. */
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
