import { IconX } from '@tabler/icons-react'
import styles from '#web/kit/list/TagPicker.module.css'

interface Props {
  label: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/** A select to add tags, and the chosen tags as removable labels. */
export function TagPicker({ label, options, chosen, onChange }: Props) {
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (
    <div className={styles.tags}>
      <select aria-label={label} value="" onChange={(event) => onChange([...chosen, Number(event.target.value)])}>
        <option value="">{label}</option>
        {options
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
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
