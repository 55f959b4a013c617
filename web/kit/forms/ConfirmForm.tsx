import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import styles from './ConfirmForm.module.css'

export interface ConfirmFormProps {
  question: ReactNode
  confirm: string
  cancel?: string
  /** A reason to enter with the confirmation; `required` is the message if it is missing. */
  reason?: { label: string; max: number; required?: string } | undefined
  /** Additional fields, such as a password; passed to `onConfirm` by name. */
  children?: ReactNode
  /** False if the action can be undone. */
  isDestructive?: boolean
  /** Within a dialog the form has no border. */
  isInDialog?: boolean
  isPending?: boolean
  problem?: string | undefined
  onConfirm: (reason: string, fields: Record<string, string>) => void
  onCancel: () => void
}

/**
 * Asks for confirmation before an irreversible action, at the place in the page where it was requested. Escape cancels.
 */
export function ConfirmForm(props: ConfirmFormProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { missing, setMissing, onSubmit } = useConfirmation(props)
  useReturnedFocus(box)
  useEffect(() => {
    if (!props.isPending) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [props.isPending])
  const problem = missing ?? props.problem
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && props.onCancel()}
    >
      <form
        className={props.isInDialog ? styles.plain : styles.question}
        method="post"
        onSubmit={onSubmit}
        onChange={() => setMissing(undefined)}
      >
        <div id={id} className={styles.text}>
          {props.question}
        </div>
        {(props.reason || props.children) && (
          <div className={styles.fields}>
            {props.reason && (
              <Field
                label={props.reason.label}
                name="reason"
                autoComplete="off"
                maxLength={props.reason.max}
                autoFocus
              />
            )}
            {props.children}
          </div>
        )}
        <Button
          type="submit"
          className={props.isDestructive === false ? '' : styles.confirm!}
          autoFocus={!props.reason && !props.children}
          aria-disabled={props.isPending || undefined}
        >
          {props.confirm}
        </Button>
        <Button look="bare" onClick={props.onCancel}>
          {props.cancel ?? 'Cancel'}
        </Button>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </form>
    </div>
  )
}

/** Confirms with the reason and the fields of the form; says if a required reason is missing. */
function useConfirmation(props: ConfirmFormProps) {
  const [missing, setMissing] = useState<string>()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (props.isPending) return
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const reason = (fields['reason'] ?? '').trim()
    const isMissing = props.reason?.required !== undefined && reason === ''
    setMissing(isMissing ? props.reason?.required : undefined)
    if (!isMissing) props.onConfirm(reason, fields)
  }
  return { missing, setMissing, onSubmit }
}

/**
 * Restores the focus to the element that opened the form, unless the focus has moved elsewhere or that element is gone.
 */
function useReturnedFocus(box: { current: HTMLElement | null }): void {
  const [origin] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => {
    const asked = box.current
    return () => {
      const isFree = document.activeElement === document.body || asked?.contains(document.activeElement)
      if (isFree && origin instanceof HTMLElement && origin.isConnected) origin.focus()
    }
  }, [box, origin])
}
