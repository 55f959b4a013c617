import { useMemo, useRef, useState, type Dispatch, type ReactNode, type RefObject, type SetStateAction } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'
import type {
  AllowedReaders,
  EditorHandle,
  EditorProps,
  AttachmentState,
  SuggestMembers,
  SuggestOthers,
  Tool,
  EditorValue,
} from '#web/writing/editor/editor-types.ts'
import styles from '#web/writing/editor/RichTextEditor.module.css'
import { AttachmentUploads, Editor, LinkField, preloadEditor } from '#web/writing/editor/lazy-editor.ts'
import { PlainTextField } from '#web/writing/editor/PlainTextEditor.tsx'
import { Toolbar } from '#web/writing/editor/Toolbar.tsx'

const NO_TOOLS: ReadonlySet<Tool> = new Set()

interface Props {
  label: string
  placeholder: string
  /** Finds members to mention with @. */
  suggest: SuggestMembers
  /** Finds other entries for @. */
  suggestOutside?: SuggestOthers
  /** The restored draft; shown even before the editor has loaded. */
  restored: { html: string; text: string; attachments?: UploadedFile[] } | null
  /** Incremented when `restored` is replaced while the editor may be open. */
  revision?: number
  focusAtOnce?: boolean
  /** Enter submits; Shift Enter begins a line. */
  enterSends?: boolean
  /** Opens the file chooser on mount. */
  /** The readers of a private post: only they can be mentioned. */
  among?: AllowedReaders
  onChange: (written: EditorValue) => void
  /** Omit it to disallow files. */
  onFiles?: (files: AttachmentState) => void
  onSubmit: () => void
  /** Rendered to the right of the toolbar. */
  children: ReactNode
}

type EditorCallbacks = Pick<EditorProps, 'suggest' | 'suggestOutside' | 'onChange' | 'onActive' | 'onSubmit'>

/**
 * The text field with its toolbar. Until the user writes it is a plain field of the same size: the editor is a large
 * library, and most readers do not write.
 */
export function RichTextEditor(props: Props) {
  const { label, placeholder, restored, revision = 0, focusAtOnce = false, among = null } = props
  const { onFiles, enterSends = false, children } = props
  const [isOpen, setOpen] = useState(focusAtOnce)
  const [active, setActive] = useState(NO_TOOLS)
  const [picks, setPicks] = useState(-1)
  const files = restored?.attachments ?? []
  const version = `${revision} ${restored?.html ?? 'new'}`
  const handle = useRef<EditorHandle>(null)
  const callbacks = useStableCallbacks(props, setActive)
  const plainField = (
    <PlainTextField
      {...{ label, placeholder }}
      text={restored?.text ?? ''}
      onFocus={preloadEditor}
      onOpen={() => setOpen(true)}
    />
  )
  return (
    <div
      className={styles.writing}
      onPointerEnter={preloadEditor}
      onDragEnter={() => setPicks((known) => Math.max(known, 0))}
    >
      {isOpen ? (
        <Editor
          key={version}
          handle={handle}
          initialHtml={restored?.html ?? ''}
          label={label}
          placeholder={placeholder}
          focusAtOnce
          enterSends={enterSends}
          among={among}
          {...callbacks}
          meanwhile={plainField}
        />
      ) : (
        plainField
      )}
      {onFiles && (isOpen || picks >= 0 || files.length > 0) && (
        <AttachmentUploads restored={files} version={version} picks={picks} onChange={onFiles} />
      )}
      <div className={styles.foot}>
        <Tools
          active={active}
          handle={handle}
          onOpen={() => setOpen(true)}
          onAttach={onFiles && (() => setPicks((known) => Math.max(known, 0) + 1))}
        />
        <div className={styles.acts}>{children}</div>
      </div>
    </div>
  )
}

/** Callbacks that stay the same for the lifetime of the editor, so that they do not rerender it. */
function useStableCallbacks(props: Props, setActive: Dispatch<SetStateAction<ReadonlySet<Tool>>>): EditorCallbacks {
  const latest = useRef(props)
  latest.current = props
  return useMemo(
    () => ({
      suggest: (search) => latest.current.suggest(search),
      suggestOutside: async (search) => (await latest.current.suggestOutside?.(search)) ?? [],
      onChange: (written) => latest.current.onChange(written),
      onActive: (tools) => setActive((known) => (sameTools(known, tools) ? known : tools)),
      onSubmit: () => latest.current.onSubmit(),
    }),
    [setActive],
  )
}

interface ToolsProps {
  active: ReadonlySet<Tool>
  handle: RefObject<EditorHandle | null>
  /** Called for a tool used before the editor is open. */
  onOpen: () => void
  onAttach: (() => void) | undefined
}

/** The toolbar, or the URL field while a link is edited. */
function Tools({ active, handle, onOpen, onAttach }: ToolsProps) {
  const [linkAt, setLinkAt] = useState<string | null>(null)
  const run = (tool: Tool) => {
    if (handle.current === null) onOpen()
    else if (tool === 'link') setLinkAt(handle.current.linkAtCaret())
    else handle.current.run(tool)
  }
  if (linkAt !== null) return <LinkLine initial={linkAt} handle={handle} onClose={() => setLinkAt(null)} />
  return <Toolbar active={active} onTool={run} onAttach={onAttach} />
}

/** The URL field of a link, in place of the toolbar. */
function LinkLine({
  initial,
  handle,
  onClose,
}: {
  initial: string
  handle: RefObject<EditorHandle | null>
  onClose: () => void
}) {
  return (
    <LinkField
      initial={initial}
      onLink={(href) => {
        onClose()
        handle.current?.setLink(href)
      }}
      onClose={() => {
        onClose()
        handle.current?.focus()
      }}
    />
  )
}

const sameTools = (a: ReadonlySet<Tool>, b: ReadonlySet<Tool>) =>
  a.size === b.size && [...a].every((tool) => b.has(tool))
