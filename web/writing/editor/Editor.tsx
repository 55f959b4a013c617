import {
  EditorContent,
  getHTMLFromFragment,
  getText,
  getTextSerializersFromSchema,
  useEditor,
  type Editor as TipTap,
  type EditorOptions,
} from '@tiptap/react'
import { Placeholder } from '@tiptap/extension-placeholder'
import { StarterKit } from '@tiptap/starter-kit'
import { memo, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { cleanBody, isAllowedLink, mentionsIn } from '#web/writing/editor/clean-body.ts'
import {
  TOOLS,
  type EditorHandle,
  type EditorProps,
  type Tool,
  type EditorValue,
} from '#web/writing/editor/editor-types.ts'
import { MemberMention, type SuggestionState } from '#web/writing/editor/member-mention.ts'
import { MentionList } from '#web/writing/editor/MentionList.tsx'
import styles from '#web/writing/editor/RichTextEditor.module.css'

// Loaded with the editor, which it needs.
export { LinkField } from '#web/writing/editor/LinkField.tsx'

type TipTapProps = EditorOptions['editorProps']

// The schema is the first sanitizer: elements that are not in it cannot be typed or pasted.
const writing = StarterKit.configure({
  heading: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  dropcursor: false,
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (url) => isAllowedLink(url),
    HTMLAttributes: { target: null, rel: null },
  },
})

// This extension reports to listeners what each keystroke deleted, for which it applies the keystroke again; there are
// no listeners.
const CORE = { delete: false } as const

/** Loaded when the user starts to write. Memoized: each rerender makes the editor compare the whole text. */
export default memo(function Editor(props: EditorProps) {
  const { handle, initialHtml, label, placeholder, suggest, suggestOutside, focusAtOnce, among } = props
  const { onChange, onActive, onSubmit, enterSends } = props
  const whom = useRef({ suggest, suggestOutside, among })
  whom.current = { suggest, suggestOutside, among }
  const [named, setNamed] = useState<readonly Named[]>([])
  const [suggestion, setSuggestion] = useState<SuggestionState | null>(null)
  const extensions = useMemo(
    () => [writing, Placeholder.configure({ placeholder }), MemberMention.for(whom, setSuggestion)],
    [placeholder],
  )
  // While a name is being chosen, Enter chooses it.
  const isChoosing = useRef(false)
  isChoosing.current = suggestion !== null
  const editorProps = useMemo(() => propsOf(label, { onSubmit, enterSends, isChoosing }), [label, onSubmit, enterSends])
  const isPrivate = among !== null
  const editor = useEditor({
    injectCSS: false,
    enableCoreExtensions: CORE,
    content: initialHtml,
    extensions,
    editorProps,
    onUpdate: ({ editor: changed }) => onChange(writtenIn(changed)),
    onTransaction: ({ editor: changed, transaction }) => {
      onActive(activeTools(changed))
      if (isPrivate && transaction.docChanged) setNamed((known) => sameOr(known, namedIn(changed)))
    },
  })
  useImperativeHandle(handle, () => handleOf(editor), [editor])
  // The library's own focus command runs two frames later and would steal the focus from a field the user has moved to.
  useLayoutEffect(() => {
    if (!focusAtOnce) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    if (isWritingElsewhere()) return
    editor.view.focus()
    editor.commands.scrollIntoView()
  }, [editor, focusAtOnce])
  useEffect(() => {
    if (isPrivate) setNamed(namedIn(editor))
  }, [editor, isPrivate])
  return (
    <>
      <EditorContent editor={editor} />
      {among && <NotTold named={named.filter(({ id }) => !among.some((reader) => reader.id === id))} />}
      {suggestion && <MentionList state={suggestion} />}
    </>
  )
})

/** Whether the user has moved to another field, such as the topic, while the editor was loading. */
const isWritingElsewhere = () =>
  document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')

interface Keys extends Pick<EditorProps, 'onSubmit' | 'enterSends'> {
  isChoosing: RefObject<boolean>
}

const propsOf = (label: string, { onSubmit, enterSends, isChoosing }: Keys): TipTapProps => ({
  attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: `t-reply ${styles.text}` },
  handleKeyDown: ({ state }, event) => {
    if (event.key !== 'Enter' || event.isComposing) return false
    const isInList = state.selection.$from.node(-1)?.type.name === 'listItem'
    const isPlain = !event.shiftKey && !event.altKey && !isInList && !isChoosing.current
    if (!(event.metaKey || event.ctrlKey || (enterSends && isPlain))) return false
    onSubmit()
    return true
  },
})

/** The current text, serialized once, on first access: serializing a long text takes longer than a keystroke may. */
function writtenIn({ state: { doc }, schema }: TipTap): EditorValue {
  let made: EditorValue | undefined
  const make = () => {
    const html = cleanBody(getHTMLFromFragment(doc.content, schema))
    const text = getText(doc, { blockSeparator: '\n', textSerializers: getTextSerializersFromSchema(schema) })
    return { html, text, mentions: mentionsIn(html) }
  }
  const whole = () => (made ??= make())
  return {
    get html() {
      return whole().html
    },
    get text() {
      return whole().text
    },
    get mentions() {
      return whole().mentions
    },
  }
}

interface Named {
  id: number
  name: string
}

function namedIn(editor: TipTap): Named[] {
  const found = new Map<number, string>()
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'mention') found.set(Number(node.attrs.id), String(node.attrs.label))
  })
  return [...found].map(([id, name]) => ({ id, name }))
}

const sameOr = (known: readonly Named[], found: readonly Named[]) =>
  known.length === found.length && known.every(({ id }, at) => id === found[at]!.id) ? known : found

/** Mentions that were added before the reply became private. */
const NotTold = ({ named }: { named: readonly Named[] }) => (
  <p role="status" className={named.length > 0 ? styles.notTold : undefined}>
    {named.length > 0 &&
      `${namesInWords(named.map(({ name }) => name))} can’t read this private reply and won’t be notified. The mention will be removed when you send it.`}
  </p>
)

const activeTools = (editor: TipTap): ReadonlySet<Tool> =>
  new Set(TOOLS.filter((tool) => tool !== 'mention' && editor.isActive(tool)))

function handleOf(editor: TipTap): EditorHandle {
  // The library's own command waits for a frame; keystrokes until then would be lost.
  const focus = () => editor.view.focus()
  return {
    focus,
    run: (tool) => {
      focus()
      const chain = editor.chain()
      if (tool === 'bold') chain.toggleBold().run()
      else if (tool === 'italic') chain.toggleItalic().run()
      else if (tool === 'bulletList') chain.toggleBulletList().run()
      else if (tool === 'orderedList') chain.toggleOrderedList().run()
      else if (tool === 'blockquote') chain.toggleBlockquote().run()
      else chain.insertContent(needsSpace(editor) ? ' @' : '@').run()
    },
    linkAtCaret: () => (editor.getAttributes('link').href as string | undefined) ?? '',
    setLink: (href) => {
      focus()
      const chain = editor.chain().extendMarkRange('link')
      if (href === '') chain.unsetLink().run()
      else if (editor.state.selection.empty && !editor.isActive('link')) {
        chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
      } else chain.setLink({ href }).run()
    },
  }
}

/** Mentions are suggested only at the beginning of a word. */
const needsSpace = ({ state }: TipTap) => {
  const before = state.selection.$from.nodeBefore
  return before !== null && !/\s$/.test(before.textContent)
}
