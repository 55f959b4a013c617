import { IconX } from '@tabler/icons-react'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'

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
      <label className={styles.choice}>
        <span>{label}</span>
        <select value="" onChange={(event) => onChange([...chosen, Number(event.target.value)])}>
          <option value="">{add}</option>
          {options
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
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
