import { useState, type ReactNode } from 'react'
import styles from '#web/kit/Collapsible.module.css'

interface Props {
  isFolded: boolean
  /** The element that has this id unfolded too. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** What a member wrote whom the reader has blocked, until they ask for it. */
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
