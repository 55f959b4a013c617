import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BlockMember, GetBlockedMembers, thread, threads } from '#api/operations.ts'
import styles from '#web/features/discussions/moderation/ThreadMenu.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Says what blocking does before it is done. */
export function BlockForm({ person, onClose }: { person: { id: number; name: string }; onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const block = async () => {
    try {
      await execute(BlockMember, { user_id: person.id })
      for (const { name } of [thread, threads, GetBlockedMembers]) void client.invalidateQueries({ queryKey: [name] })
      toast.success(`Blocked ${person.name}`, 'You can unblock them in settings.')
      onClose()
    } catch (error) {
      setProblem(isUnexpected(error) ? 'That didn’t work. Try again.' : (error as ApiError).message)
    }
  }
  return (
    <>
      <h2 id="more-title" className="t-section">
        Block {person.name}
      </h2>
      <p className={styles.note}>
        You won’t be able to send each other private replies or messages, or mention each other. Their replies will be
        collapsed for you, but you can still open them. They won’t be told.
      </p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="filled" autoFocus onClick={() => void block()}>
          Block
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  )
}
