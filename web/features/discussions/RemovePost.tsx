import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { RemoveMessage, RemoveThread } from '#api/operations.ts'
import { REMOVAL_REASON_LENGTH } from '#shared/discussions.ts'
import { dropThread } from '#web/features/discussions/amend.ts'
import styles from '#web/features/discussions/AmendPanel.module.css'
import type { PanelProps } from '#web/features/discussions/AmendPanel.tsx'
import { updateFeeds, updateThread } from '#web/features/discussions/discussions.queries.ts'
import { sentenceOf } from '#web/features/discussions/EditPost.tsx'
import { Button } from '#web/kit/Button.tsx'
import { clearOverlay, navigateTo } from '#web/platform/navigation.ts'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'

/** Asks once, in words. */
export function RemovePost({ message, thread, viewer, onClose }: PanelProps) {
  const client = useQueryClient()
  const words = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const isThread = message.is_original_message
  const isByStaff = viewer.is_staff && !message.is_own

  const removeReply = async () => {
    const { removeMessage: left } = await execute(RemoveMessage, { message_id: message.id, reason })
    const { id, removed_messages, ...counts } = left
    updateThread(client, id, (known) => ({
      ...known,
      ...counts,
      removed_messages,
      messages: known.messages.filter((each) => each.id !== message.id),
    }))
    updateFeeds(client, id, counts)
    toast.success('Reply removed')
    onClose()
  }
  const removeThread = async () => {
    await execute(RemoveThread, { thread_id: thread.id, reason })
    toast.success('Thread removed')
    clearOverlay()
    navigateTo('/feed')
    dropThread(client, thread.id)
  }
  const remove = async () => {
    if (isRemoving) return
    setRemoving(true)
    try {
      await (isThread ? removeThread() : removeReply())
    } catch (error) {
      setProblem(sentenceOf(error))
      setRemoving(false)
    }
  }
  return (
    <div role="alertdialog" aria-labelledby={words} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <p id={words}>
          {isThread
            ? 'Remove this thread with all that was said in it? Nobody but staff can read it then.'
            : 'Remove this reply? Nobody can read it then; where somebody answered, its place stays.'}
        </p>
        {isByStaff && (
          <label className={styles.reason}>
            Reason, kept for staff
            <input
              value={reason}
              maxLength={REMOVAL_REASON_LENGTH}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
        <Button type="submit" look="quiet" autoFocus className={styles.remove} aria-disabled={isRemoving}>
          {isRemoving ? 'Removing' : isThread ? 'Remove thread' : 'Remove reply'}
        </Button>
        <Button look="bare" onClick={onClose}>
          Keep it
        </Button>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </form>
    </div>
  )
}
