import { IconAt, IconBlockquote, IconBold, IconItalic, IconLink, IconList, IconListNumbers } from '@tabler/icons-react'
import { TOOLS, type Tool } from '#web/features/discussions/editor-tools.ts'
import styles from '#web/features/discussions/Composer.module.css'

const WORDS: Record<Tool, string> = {
  bold: 'Bold',
  italic: 'Italic',
  bulletList: 'List',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  link: 'Link',
  mention: 'Name a member',
}
const ICONS = {
  bold: IconBold,
  italic: IconItalic,
  bulletList: IconList,
  orderedList: IconListNumbers,
  blockquote: IconBlockquote,
  link: IconLink,
  mention: IconAt,
}

interface Props {
  active: ReadonlySet<Tool>
  onTool: (tool: Tool) => void
  onAttach: () => void
}

export function Toolbar({ active, onTool, onAttach }: Props) {
  return (
    <div role="group" aria-label="Formatting" className={styles.tools}>
      {TOOLS.map((tool) => {
        const Icon = ICONS[tool]
        return (
          <button
            key={tool}
            type="button"
            className={styles.tool}
            title={WORDS[tool]}
            aria-label={WORDS[tool]}
            aria-pressed={tool === 'mention' ? undefined : active.has(tool)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTool(tool)}
          >
            <Icon size={18} stroke={1.6} aria-hidden />
          </button>
        )
      })}
      <button
        type="button"
        className={`${styles.tool} ${styles.attach}`}
        title="Attach files"
        aria-label="Attach files"
        onClick={onAttach}
      />
    </div>
  )
}
