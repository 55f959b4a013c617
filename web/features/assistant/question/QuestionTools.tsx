import { IconAdjustments, IconBook2, IconPaperclip } from '@tabler/icons-react'
import type { Source } from '#web/features/assistant/assistant.queries.ts'
import styles from '#web/features/assistant/question/Question.module.css'
import { SourcePicker } from '#web/features/assistant/question/SourcePicker.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'

export interface Tools {
  sources: readonly Source[]
  /** Keys of the chosen sources. */
  chosen: readonly string[]
  onChoose: (keys: readonly string[]) => void
  /** Only those that can be chosen. */
  models: readonly { id: number; name: string }[]
  model: number | null
  onModel: (id: number | null) => void
  left: string | null
  onPrompts: () => void
  onPreferences: () => void
  onAttach: () => void
}

/** Below the field: where the answer comes from, files, prompts, and the questions that are left. */
export const QuestionTools = (tools: Tools) => (
  <div className={styles.tools}>
    <SourcePicker sources={tools.sources} chosen={tools.chosen} onChoose={tools.onChoose} />
    {tools.models.length > 1 && (
      <SelectMenu
        label="Model"
        hidesLabel
        className={styles.model}
        value={tools.model ?? ''}
        none="Default model"
        options={tools.models.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => tools.onModel(value === '' ? null : Number(value))}
      />
    )}
    <Button look="bare" className={styles.tool!} onClick={tools.onAttach}>
      <IconPaperclip stroke={1.6} aria-hidden /> Attach
    </Button>
    <Button look="bare" className={styles.tool!} onClick={tools.onPrompts}>
      <IconBook2 stroke={1.6} aria-hidden /> Prompts
    </Button>
    <Button look="bare" className={styles.tool!} onClick={tools.onPreferences}>
      <IconAdjustments stroke={1.6} aria-hidden /> Preferences
    </Button>
    {tools.left && <span className={styles.left}>{tools.left}</span>}
  </div>
)
