import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  children: ReactNode
}

/**
 * Shows a dialog over everything until it is closed. It is the browser's own, which keeps the focus within, makes the
 * rest inert and gives the focus back; nothing of it is in the first view.
 */
export function openDialog({ title, children }: DialogProps): void {
  const holder = document.body.appendChild(document.createElement('div'))
  const root = createRoot(holder)
  const onClose = () => {
    root.unmount()
    holder.remove()
  }
  root.render(
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      className={styles.dialog}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id="dialog-title" className="t-section">
            {title}
          </h2>
          <form method="dialog">
            <button className={styles.close}>Close</button>
          </form>
        </div>
        {children}
      </div>
    </dialog>,
  )
}
