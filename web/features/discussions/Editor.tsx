import { EditorContent, useEditor, type Editor as TipTap } from '@tiptap/react'
import { Placeholder } from '@tiptap/extension-placeholder'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { cleanBody, isAllowedLink, mentionsIn } from '#web/features/discussions/clean-body.ts'
import { TOOLS, type EditorHandle, type EditorProps, type Tool } from '#web/features/discussions/editor-tools.ts'
import { prepareCare } from '#web/features/discussions/use-care.tsx'
import { MemberMention, type SuggestionState } from '#web/features/discussions/member-mention.ts'
import { MentionList } from '#web/features/discussions/MentionList.tsx'
import styles from '#web/features/discussions/Composer.module.css'

// Loaded with the editor, which it needs.
export { LinkField } from '#web/features/discussions/LinkField.tsx'

// The schema is the first sanitiser: what is not here cannot be written or pasted.
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

/** Loaded when somebody begins to write. */
export default function Editor(props: EditorProps) {
  const { handle, initialHtml, label, placeholder, threadId, focusAtOnce, among, onChange, onActive, onSubmit } = props
  const readers = useRef(among)
  readers.current = among
  const [named, setNamed] = useState<Named[]>([])
  const [suggestion, setSuggestion] = useState<SuggestionState | null>(null)
  const editor = useEditor({
    injectCSS: false,
    autofocus: focusAtOnce ? 'end' : false,
    content: initialHtml,
    extensions: [writing, Placeholder.configure({ placeholder }), MemberMention.for(threadId, setSuggestion, readers)],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: `t-reply ${styles.text}` },
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return false
        onSubmit()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = cleanBody(changed.getHTML())
      onChange({ html, text: changed.getText({ blockSeparator: '\n' }), mentions: mentionsIn(html) })
    },
    onCreate: ({ editor: made }) => setNamed(namedIn(made)),
    onTransaction: ({ editor: changed, transaction }) => {
      onActive(activeTools(changed))
      if (transaction.docChanged) setNamed(namedIn(changed))
    },
  })
  useImperativeHandle(handle, () => handleOf(editor), [editor])
  useEffect(prepareCare, [])
  return (
    <>
      <EditorContent editor={editor} className={styles.editor} />
      {among && <NotTold named={named.filter(({ id }) => !among.some((reader) => reader.id === id))} />}
      {suggestion && <MentionList state={suggestion} />}
    </>
  )
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

/** Names that were written before the reply became private. */
const NotTold = ({ named }: { named: readonly Named[] }) => (
  <p role="status" className={named.length > 0 ? styles.notTold : undefined}>
    {named.length > 0 &&
      `${namesInWords(named.map(({ name }) => name))} cannot read a private reply and will not be told; the name is left out when it is sent.`}
  </p>
)

const activeTools = (editor: TipTap): ReadonlySet<Tool> =>
  new Set(TOOLS.filter((tool) => tool !== 'mention' && editor.isActive(tool)))

function handleOf(editor: TipTap): EditorHandle {
  // The library's own command waits for a frame; what is typed until then would be lost.
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

/** A name is only suggested at the beginning of a word. */
const needsSpace = ({ state }: TipTap) => {
  const before = state.selection.$from.nodeBefore
  return before !== null && !/\s$/.test(before.textContent)
}
