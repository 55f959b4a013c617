import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { RemoveMessage, RemoveThread } from '#api/operations.ts'
import { REMOVAL_REASON_LENGTH } from '#shared/discussions.ts'
import { removeThreadFromCache } from '#web/features/discussions/queries/refresh-posts.ts'
import styles from '#web/features/discussions/editing/EditPanel.module.css'
import type { PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { updateFeeds, updateThread } from '#web/features/discussions/queries/discussions.queries.ts'
import { errorMessage } from '#web/features/discussions/editing/EditPostForm.tsx'
import { Button } from '#web/kit/Button.tsx'
import { clearOverlay, navigateTo } from '#web/platform/navigation/navigation.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Asks once, in words. */
export function RemovePostForm({ message, thread, viewer, onClose }: PanelProps) {
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
    toast.success('Discussion removed')
    clearOverlay()
    navigateTo('/feed')
    removeThreadFromCache(client, thread.id)
  }
  const remove = async () => {
    if (isRemoving) return
    setRemoving(true)
    try {
      await (isThread ? removeThread() : removeReply())
    } catch (error) {
      setProblem(errorMessage(error))
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
            ? 'Remove this discussion and every reply in it? After that, only staff can read it.'
            : 'Remove this reply? No one will be able to read it. If someone replied to it, a placeholder stays in its place.'}
        </p>
        {isByStaff && (
          <label className={styles.reason}>
            Reason (staff only)
            <input
              value={reason}
              maxLength={REMOVAL_REASON_LENGTH}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
        <Button type="submit" look="quiet" autoFocus className={styles.remove} aria-disabled={isRemoving}>
          {isRemoving ? 'Removing…' : isThread ? 'Remove discussion' : 'Remove reply'}
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
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
