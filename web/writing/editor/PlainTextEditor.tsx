import type { ReactNode } from 'react'
import styles from '#web/writing/editor/PlainTextEditor.module.css'

interface Props {
  label: string
  placeholder: string
  /** Called on hover and focus, to preload the editor. */
  onNear: () => void
  onOpen: () => void
  /** The button to the right of the field. */
  children: ReactNode
}

/** One line that stands for the editor until it is used: most visitors of a page only read. */
export const PlainTextEditor = ({ label, placeholder, onNear, onOpen, children }: Props) => (
  <div className={styles.line} onPointerEnter={onNear} onFocus={onNear} onDragEnter={onOpen}>
    <PlainTextField label={label} text="" placeholder={placeholder} onOpen={onOpen} />
    {children}
  </div>
)

interface FieldProps {
  label: string
  text: string
  placeholder: string
  onOpen: () => void
  onFocus?: () => void
}

/** A placeholder for the editor, of the same size. */
export const PlainTextField = ({ label, text, placeholder, onOpen, onFocus }: FieldProps) => (
  <button
    type="button"
    className={`t-reply ${styles.field}`}
    aria-label={`${label}: ${text || placeholder}`}
    onFocus={onFocus}
    onClick={onOpen}
  >
    {text || <span className={styles.placeholder}>{placeholder}</span>}
  </button>
)
