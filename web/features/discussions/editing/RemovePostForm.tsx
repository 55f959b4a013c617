import { errorMessage } from '#web/platform/api/error-message.ts'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { RemoveMessage, RemoveThread } from '#api/operations.ts'
import { REMOVAL_REASON_LENGTH } from '#shared/discussions.ts'
import { removeThreadFromCache } from '#web/features/discussions/queries/refresh-posts.ts'
import { CHANGES_KEPT, type PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { updateFeeds, updateThread } from '#web/features/discussions/queries/discussions.queries.ts'
import { clearOverlay, navigateTo } from '#web/platform/navigation/navigation.ts'

const REASON = { label: 'Reason (staff only)', max: REMOVAL_REASON_LENGTH }

/** Asks for one confirmation before it removes a post. */
export function RemovePostForm({ message, thread, viewer, onClose }: PanelProps) {
  const client = useQueryClient()
  const isThread = message.is_original_message
  const isByStaff = viewer.is_staff && !message.is_own
  const removeReply = useCommand(RemoveMessage, {
    onError: 'show',
    success: 'Reply removed',
    onSuccess: ({ removeMessage: { id, removed_messages, ...counts } }) => {
      updateThread(client, id, (known) => ({
        ...known,
        ...counts,
        removed_messages,
        messages: known.messages.filter((each) => each.id !== message.id),
      }))
      updateFeeds(client, id, counts)
      onClose()
    },
  })
  const removeThread = useCommand(RemoveThread, {
    onError: 'show',
    success: 'Discussion removed',
    onSuccess: () => {
      clearOverlay()
      navigateTo('/feed')
      removeThreadFromCache(client, thread.id)
    },
  })
  const { isPending, error } = isThread ? removeThread : removeReply
  return (
    <ConfirmForm
      question={
        isThread
          ? 'Remove this discussion and every reply in it? After that, only staff can read it.'
          : 'Remove this reply? No one will be able to read it. If someone replied to it, a placeholder stays in its place.'
      }
      confirm={isPending ? 'Removing…' : isThread ? 'Remove discussion' : 'Remove reply'}
      reason={isByStaff ? REASON : undefined}
      isPending={isPending}
      problem={error && errorMessage(error, CHANGES_KEPT)}
      onConfirm={(reason) =>
        void (isThread
          ? removeThread.run({ thread_id: thread.id, reason })
          : removeReply.run({ message_id: message.id, reason }))
      }
      onCancel={onClose}
    />
  )
}
