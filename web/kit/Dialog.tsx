import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Dialog.module.css'

interface Props {
  labelledBy: string
  onClose: () => void
  /** Given what closes it, so that the focus goes back to where it came from. */
  children: (close: () => void) => ReactNode
}

/**
 * The browser's own dialog, which keeps the focus within, makes the rest inert and gives the focus back. A click beside
 * it closes it. Nothing of it is in the first view.
 */
export function Dialog({ labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.content}>{children(close)}</div>
    </dialog>
  )
}
