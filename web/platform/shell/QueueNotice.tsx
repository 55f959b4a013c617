import { useEffect, useState } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { useLiveState } from '#web/platform/live/live.ts'
import { useUser } from '#web/platform/session/session.ts'
import { readJson } from '#web/platform/storage/json-storage.ts'
import { bookmarkOutboxKey, chatOutboxKey, replyOutboxKey } from '#web/platform/storage/storage-keys.ts'
import styles from './OfflineNotice.module.css'

const LOOK_MS = 1_000

const KINDS: [key: (userId: number) => string, one: string, many: string][] = [
  [replyOutboxKey, 'reply', 'replies'],
  [chatOutboxKey, 'message', 'messages'],
  [bookmarkOutboxKey, 'bookmark', 'bookmarks'],
]

/** "2 replies and 1 message": what this device holds for the member; empty if nothing waits. */
function waitingInWords(userId: number): string {
  const kinds = KINDS.flatMap(([key, one, many]) => {
    const items = readJson<unknown[]>(key(userId))
    const count = Array.isArray(items) ? items.length : 0
    return count > 0 ? `${count} ${count === 1 ? one : many}` : []
  })
  return namesInWords(kinds)
}

/** Below the offline notice: what will be sent when the connection returns. Looks again, as other tabs write too. */
export default function QueueNotice() {
  const { id } = useUser()
  const isLost = useLiveState() === 'lost'
  const [waiting, setWaiting] = useState('')
  useEffect(() => {
    if (!isLost) return setWaiting('')
    const look = () => setWaiting(waitingInWords(id))
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [id, isLost])
  return (
    <div role="status" className={styles.queue}>
      {waiting && (
        <p className={styles.line}>
          Waiting on this device: {waiting}. What you wrote is safe, and is sent when you’re back online.
        </p>
      )}
    </div>
  )
}
