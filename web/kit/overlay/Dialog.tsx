import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Dialog.module.css'

interface Props {
  labelledBy: string
  onClose: () => void
  /** Receives `close`, which also restores the focus to the element that opened the dialog. */
  children: (close: () => void) => ReactNode
}

/**
 * The native `<dialog>`: it traps the focus, makes the rest inert, and restores the focus. A click on the backdrop
 * closes it. No part of it is in the first view.
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
