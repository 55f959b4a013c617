import type { ReactNode } from 'react'
import type { Tool } from '#web/writing/editor/editor-types.ts'
import { Toolbar } from '#web/writing/editor/Toolbar.tsx'
import styles from '#web/writing/editor/RichTextEditor.module.css'

const NO_TOOLS: ReadonlySet<Tool> = new Set()

interface Props {
  label: string
  placeholder: string
  /** Called on hover and focus, to preload the editor. */
  onNear: () => void
  onOpen: () => void
  onAttach: () => void
  /** Rendered to the right of the toolbar. */
  children: ReactNode
}

/** Looks like the editor, without the editor: most visitors of a page only read. */
export const PlainTextEditor = ({ label, placeholder, onNear, onOpen, onAttach, children }: Props) => (
  <div className={styles.writing} onPointerEnter={onNear} onFocus={onNear} onDragEnter={onOpen}>
    <PlainTextField label={label} text="" placeholder={placeholder} onOpen={onOpen} />
    <div className={styles.foot}>
      <Toolbar active={NO_TOOLS} onTool={onOpen} onAttach={onAttach} />
      <div className={styles.acts}>{children}</div>
    </div>
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
