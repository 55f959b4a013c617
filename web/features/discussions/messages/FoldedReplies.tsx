import { namesInWords } from '#shared/discussions.ts'
import { calledInSentence } from '#shared/people.ts'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/discussions/messages/MessageList.module.css'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'

const FACES = 3

/** Who wrote the replies that a row stands for; loads after the first view. */
export function FoldedReplies({ rows }: { rows: readonly ThreadRow[] }) {
  const people = [
    ...new Map(rows.flatMap(({ message }) => (message ? [[message.sender_id, message.sender]] : []))).values(),
  ]
  const shown = people.slice(0, FACES)
  const numOfOthers = people.length - shown.length
  const others = numOfOthers > 0 ? [counted(numOfOthers, 'other')] : []
  return (
    <>
      <span className={styles.faces}>
        {shown.map((sender) => (
          <Avatar key={sender.id} person={sender} size={28} />
        ))}
      </span>
      <span className={styles.foldNames}>
        you’ve read, from {namesInWords([...shown.map(calledInSentence), ...others])}
      </span>
    </>
  )
}
