import { IconX } from '@tabler/icons-react'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'

interface Props {
  label: string
  /** Placeholder of the select. */
  add: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/** Multi-select; each chosen item can be removed. */
export function Tags({ label, add, options, chosen, onChange }: Props) {
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (
    <div className={forms.tags}>
      <SelectMenu
        label={label}
        className={styles.choice}
        none={add}
        value=""
        options={options.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChange([...chosen, Number(id)])}
      />
      {chosen.map((id) => (
        <button
          key={id}
          type="button"
          className={forms.tag}
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
