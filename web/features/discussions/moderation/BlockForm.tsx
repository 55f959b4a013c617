import { errorMessage } from '#web/platform/api/error-message.ts'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { BlockMember, GetBlockedMembers, thread, threads } from '#api/operations.ts'
import styles from '#web/features/discussions/moderation/ThreadMenu.module.css'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Explains what blocking does and asks for confirmation. */
export function BlockForm({ person, onClose }: { person: { id: number; name: string }; onClose: () => void }) {
  const block = useCommand(BlockMember, {
    invalidate: [thread, threads, GetBlockedMembers].map(({ name }) => [name]),
    onError: 'show',
    onSuccess: () => {
      toast.success(`Blocked ${person.name}`, 'You can unblock them in settings.')
      onClose()
    },
  })
  return (
    <>
      <h2 id="more-title" className="t-section">
        Block {person.name}
      </h2>
      <ConfirmForm
        isInDialog
        question={
          <p className={styles.note}>
            You won’t be able to send each other private replies or messages, or mention each other. Their replies will
            be collapsed for you, but you can still open them. They won’t be told.
          </p>
        }
        confirm="Block"
        cancel="Close"
        isPending={block.isPending}
        problem={block.error && errorMessage(block.error, { failed: 'That didn’t work. Try again.' })}
        onConfirm={() => void block.run({ user_id: person.id })}
        onCancel={onClose}
      />
    </>
  )
}
