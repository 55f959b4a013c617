import { Suspense, lazy, useEffect, useRef, useState, type ReactNode } from 'react'
import type { EditorHandle, Tool, Written } from '#web/features/discussions/editor-tools.ts'
import styles from '#web/features/discussions/Composer.module.css'
import { Toolbar } from '#web/features/discussions/Toolbar.tsx'

const loadEditor = () => import('#web/features/discussions/Editor.tsx')
const Editor = lazy(loadEditor)
const LinkField = lazy(async () => ({ default: (await loadEditor()).LinkField }))
const NO_TOOLS: ReadonlySet<Tool> = new Set()

interface Props {
  label: string
  placeholder: string
  threadId: number | null
  /** What stood there before, from a draft; it is shown also before the editor is loaded. */
  restored: { html: string; text: string } | null
  focusAtOnce?: boolean
  onChange: (written: Written) => void
  onSubmit: () => void
  /** Stands right of the tools. */
  children: ReactNode
}

/**
 * The text with its tools. Until somebody writes it is a plain field of the same size: the editor is a large library,
 * and most readers do not write.
 */
export function Writing({
  label,
  placeholder,
  threadId,
  restored,
  focusAtOnce = false,
  onChange,
  onSubmit,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(focusAtOnce)
  const [active, setActive] = useState(NO_TOOLS)
  const [linkAt, setLinkAt] = useState<string | null>(null)
  const handle = useRef<EditorHandle>(null)
  useEffect(() => {
    if (focusAtOnce) void loadEditor()
  }, [focusAtOnce])

  const run = (tool: Tool) => {
    if (handle.current === null) setOpen(true)
    else if (tool === 'link') setLinkAt(handle.current.linkAtCaret())
    else handle.current.run(tool)
  }
  const plainField = (
    <button
      type="button"
      className={`t-reply ${styles.field}`}
      aria-label={`${label}: ${restored?.text || placeholder}`}
      onFocus={() => void loadEditor()}
      onClick={() => setOpen(true)}
    >
      {restored?.text || <span className={styles.placeholder}>{placeholder}</span>}
    </button>
  )
  return (
    <div className={styles.writing} onPointerEnter={() => void loadEditor()}>
      {isOpen ? (
        <Suspense fallback={plainField}>
          <Editor
            key={restored === null ? 'new' : 'restored'}
            handle={handle}
            initialHtml={restored?.html ?? ''}
            label={label}
            placeholder={placeholder}
            threadId={threadId}
            focusAtOnce
            onChange={onChange}
            onActive={(tools) => setActive((known) => (sameTools(known, tools) ? known : tools))}
            onSubmit={onSubmit}
          />
        </Suspense>
      ) : (
        plainField
      )}
      <div className={styles.foot}>
        {linkAt === null ? (
          <Toolbar active={active} onTool={run} />
        ) : (
          <Suspense>
            <LinkField
              initial={linkAt}
              onLink={(href) => {
                setLinkAt(null)
                handle.current?.setLink(href)
              }}
              onClose={() => {
                setLinkAt(null)
                handle.current?.focus()
              }}
            />
          </Suspense>
        )}
        <div className={styles.acts}>{children}</div>
      </div>
    </div>
  )
}

const sameTools = (a: ReadonlySet<Tool>, b: ReadonlySet<Tool>) =>
  a.size === b.size && [...a].every((tool) => b.has(tool))
