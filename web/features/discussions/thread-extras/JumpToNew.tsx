import { useState } from 'react'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'

interface Props {
  rows: readonly ThreadRow[]
  onShow: (messageId: number) => void
}

/** A button that shows the new replies in turn; also the key `n`. */
export function JumpToNew({ rows, onShow }: Props) {
  const [numOfShown, setNumOfShown] = useState(0)
  const fresh = rows.filter(({ isNew }) => isNew)
  const showNext = () => {
    const next = fresh[numOfShown % fresh.length]?.message
    if (next) onShow(next.id)
    setNumOfShown(numOfShown + 1)
  }
  return (
    <button type="button" className={styles.next} data-jump="" onClick={showNext}>
      {numOfShown > 0
        ? `Next new reply (${(numOfShown % fresh.length) + 1} of ${fresh.length})`
        : `Go to ${counted(fresh.length, 'new reply', 'new replies')}`}
    </button>
  )
}
