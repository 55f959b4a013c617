import { Suspense, lazy, useEffect, useRef, useState, type ReactNode } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import type { Files } from '#web/features/discussions/drafts.ts'
import type { Among, EditorHandle, Tool, Written } from '#web/features/discussions/editor-tools.ts'
import styles from '#web/features/discussions/Composer.module.css'
import { Toolbar } from '#web/features/discussions/Toolbar.tsx'

const loadEditor = () => import('#web/features/discussions/Editor.tsx')
const Editor = lazy(loadEditor)
const LinkField = lazy(async () => ({ default: (await loadEditor()).LinkField }))
const loadFiles = () => import('#web/features/discussions/AttachedFiles.tsx')
const AttachedFiles = lazy(loadFiles)
const loadBoth = () => void Promise.all([loadEditor(), loadFiles()])
const NO_TOOLS: ReadonlySet<Tool> = new Set()

interface Props {
  label: string
  placeholder: string
  threadId: number | null
  /** What stood there before, from a draft; it is shown also before the editor is loaded. */
  restored: { html: string; text: string; attachments?: UploadedFile[] } | null
  focusAtOnce?: boolean
  /** The readers, where they are few: only they can be named. */
  among?: Among
  onChange: (written: Written) => void
  /** Without it no files can be added. */
  onFiles?: (files: Files) => void
  onSubmit: () => void
  /** Stands right of the tools. */
  children: ReactNode
}

/**
 * The text with its tools. Until somebody writes it is a plain field of the same size: the editor is a large library,
 * and most readers do not write.
 */
export function Writing(props: Props) {
  const { label, placeholder, threadId, restored, focusAtOnce = false, among = null } = props
  const { onChange, onFiles, onSubmit, children } = props
  const [isOpen, setOpen] = useState(focusAtOnce)
  const [active, setActive] = useState(NO_TOOLS)
  const [linkAt, setLinkAt] = useState<string | null>(null)
  const [picks, setPicks] = useState(-1)
  const files = restored?.attachments ?? []
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
    <PlainField label={label} text={restored?.text ?? ''} placeholder={placeholder} onOpen={() => setOpen(true)} />
  )
  return (
    <div
      className={styles.writing}
      onPointerEnter={loadBoth}
      onDragEnter={() => setPicks((known) => Math.max(known, 0))}
    >
      {isOpen ? (
        <Suspense fallback={plainField}>
          <Editor
            key={restored?.html ?? 'new'}
            handle={handle}
            initialHtml={restored?.html ?? ''}
            label={label}
            placeholder={placeholder}
            threadId={threadId}
            focusAtOnce
            among={among}
            onChange={onChange}
            onActive={(tools) => setActive((known) => (sameTools(known, tools) ? known : tools))}
            onSubmit={onSubmit}
          />
        </Suspense>
      ) : (
        plainField
      )}
      {onFiles && (isOpen || picks >= 0 || files.length > 0) && (
        <Suspense>
          <AttachedFiles key={restored?.html ?? 'new'} restored={files} picks={picks} onChange={onFiles} />
        </Suspense>
      )}
      <div className={styles.foot}>
        {linkAt === null ? (
          <Toolbar
            active={active}
            onTool={run}
            onAttach={onFiles && (() => setPicks((known) => Math.max(known, 0) + 1))}
          />
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

interface PlainProps {
  label: string
  text: string
  placeholder: string
  onOpen: () => void
}

const PlainField = ({ label, text, placeholder, onOpen }: PlainProps) => (
  <button
    type="button"
    className={`t-reply ${styles.field}`}
    aria-label={`${label}: ${text || placeholder}`}
    onFocus={loadBoth}
    onClick={onOpen}
  >
    {text || <span className={styles.placeholder}>{placeholder}</span>}
  </button>
)
