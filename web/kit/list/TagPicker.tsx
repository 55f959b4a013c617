import { IconX } from '@tabler/icons-react'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import styles from '#web/kit/list/TagPicker.module.css'

interface Props {
  label: string
  /** In a form: the first choice of the select, below a visible label. Without it, the label is the first choice. */
  add?: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/** A select to add tags, and the chosen tags as removable labels. */
export function TagPicker({ label, add, options, chosen, onChange }: Props) {
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (
    <div className={add === undefined ? styles.tags : styles.form}>
      <SelectMenu
        label={label}
        hidesLabel={add === undefined}
        className={add === undefined ? undefined : styles.label}
        none={add ?? label}
        value=""
        options={options.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChange([...chosen, Number(id)])}
      />
      {chosen.map((id) => (
        <button
          key={id}
          type="button"
          aria-label={`Remove ${names.get(id) ?? label}`}
          onClick={() => onChange(chosen.filter((each) => each !== id))}
        >
          {names.get(id) ?? '…'}
          <IconX size={14} stroke={1.8} aria-hidden />
        </button>
      ))}
    </div>
  )
}
