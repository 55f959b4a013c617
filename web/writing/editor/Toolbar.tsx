import { TOOLS, type Tool } from '#web/writing/editor/editor-types.ts'
import styles from '#web/writing/editor/RichTextEditor.module.css'

const WORDS: Record<Tool, string> = {
  bold: 'Bold',
  italic: 'Italic',
  bulletList: 'List',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  link: 'Link',
  mention: 'Mention a member',
}

interface Props {
  active: ReadonlySet<Tool>
  onTool: (tool: Tool) => void
  onAttach?: (() => void) | undefined
}

export function Toolbar({ active, onTool, onAttach }: Props) {
  return (
    <div role="group" aria-label="Formatting" className={styles.tools}>
      {TOOLS.map((tool) => (
        <button
          key={tool}
          type="button"
          className={styles.tool}
          data-tool={tool}
          title={WORDS[tool]}
          aria-label={WORDS[tool]}
          aria-pressed={tool === 'mention' ? undefined : active.has(tool)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTool(tool)}
        />
      ))}
      {onAttach && (
        <button
          type="button"
          className={styles.tool}
          data-tool="attach"
          title="Attach files"
          aria-label="Attach files"
          onClick={onAttach}
        />
      )}
    </div>
  )
}
