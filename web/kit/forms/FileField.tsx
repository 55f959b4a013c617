import { useId, type InputHTMLAttributes } from 'react'
import styles from './FileField.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label: string
  /** Called without a file when the dialog opens. `files` has more than one only with `multiple`. */
  onChoose: (file: File | undefined, files: readonly File[]) => void
}

/** A visible file field. */
export function FileField({ label, onChoose, ...rest }: Props) {
  const id = useId()
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        type="file"
        // Reset the input: choosing a corrected file with the same name fires no change event.
        onClick={(event) => {
          event.currentTarget.value = ''
          onChoose(undefined, [])
        }}
        onChange={(event) => onChoose(event.target.files?.[0], [...(event.target.files ?? [])])}
      />
    </div>
  )
}
