import { useState, type ReactNode } from 'react'
import styles from '#web/kit/layout/Collapsible.module.css'

interface Props {
  isFolded: boolean
  /** Id of the collapsed element, the same as that of the element when expanded. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** Collapses content by a blocked member until the viewer expands it. */
export function Collapsible({ isFolded, id, className, children }: Props) {
  const [isShown, setShown] = useState(false)
  if (isShown || !isFolded) return children
  return (
    <p id={id} tabIndex={id === undefined ? undefined : -1} className={`${styles.folded} ${className ?? ''}`}>
      You blocked this member.
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
    </p>
  )
}
