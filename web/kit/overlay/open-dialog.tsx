import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from './Dialog.tsx'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** Opens a modal dialog with a title, from code outside the React tree. */
export function openDialog({ title, children }: DialogProps): void {
  const holder = document.body.appendChild(document.createElement('div'))
  const root = createRoot(holder)
  const onClose = () => {
    root.unmount()
    holder.remove()
  }
  root.render(
    <Dialog labelledBy="dialog-title" onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.head}>
            <h2 id="dialog-title" className="t-section">
              {title}
            </h2>
            <button type="button" className={styles.close} onClick={close}>
              Close
            </button>
          </div>
          {typeof children === 'function' ? children(close) : children}
        </>
      )}
    </Dialog>,
  )
}
