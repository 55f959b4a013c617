import { IconLock, IconUsers } from '@tabler/icons-react'
import { useId, useState, type MouseEvent } from 'react'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { namesInWords } from '#shared/discussions.ts'
import { calledInSentence } from '#shared/people.ts'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/discussions/reply/AudienceChoice.module.css'
import { RadioButton } from '#web/kit/forms/RadioButton.tsx'

interface Props {
  isPrivate: boolean
  /** Replies to a private message must be private. */
  mustBePrivate: boolean
  onChange: (isPrivate: boolean) => void
  readers: number
  /** First names of the recipients of a private reply; if empty, there is no choice. */
  addressees: readonly string[]
}

const readersOfGroup = (readers: number) => counted(readers, 'member can read this', 'members can read this')
const readersOfPrivate = (addressees: readonly string[]) =>
  `Only ${namesInWords(['you', ...addressees, 'staff'])} can read this`

const HIDDEN = calledInSentence({ id: ANONYMOUS_USER_ID, name: '' })
const privateWords = (addressees: readonly string[]) =>
  addressees.length === 1 && addressees[0] === HIDDEN
    ? `Only ${HIDDEN} will read this`
    : `To ${namesInWords(addressees)} only`

/** Selects who can read the reply, above the text. On phones one line, which shows the choices when it is touched. */
export function AudienceChoice({ isPrivate, mustBePrivate, onChange, readers, addressees }: Props) {
  const name = useId()
  const [isOpen, setOpen] = useState(false)
  const onClick = ({ target }: MouseEvent) => target instanceof HTMLInputElement && setOpen(!isOpen)
  return (
    <div
      role="radiogroup"
      aria-label="Who can read this reply"
      className={styles.choices}
      data-open={isOpen || undefined}
      onClick={onClick}
    >
      {!mustBePrivate && (
        <RadioButton className={styles.choice} name={name} checked={!isPrivate} onChange={() => onChange(false)}>
          <IconUsers size={20} stroke={1.5} aria-hidden />
          <span>
            <b>To the group</b> <span className={styles.readers}>{readersOfGroup(readers)}</span>
          </span>
        </RadioButton>
      )}
      {addressees.length > 0 && (
        <RadioButton
          className={`${styles.choice} ${styles.private}`}
          name={name}
          checked={isPrivate}
          onChange={() => onChange(true)}
        >
          <IconLock size={20} stroke={1.5} aria-hidden />
          <span>
            <b>{privateWords(addressees)}</b> <span className={styles.readers}>{readersOfPrivate(addressees)}</span>
          </span>
        </RadioButton>
      )}
    </div>
  )
}
