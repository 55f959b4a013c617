import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BlockMember, GetBlockedMembers, thread, threads } from '#api/operations.ts'
import styles from '#web/features/discussions/More.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/operations.ts'
import { ProblemError, isUnexpected } from '#web/platform/problems.ts'
import { toast } from '#web/platform/toasts.ts'

/** Says what blocking does before it is done. */
export function BlockForm({ person, onClose }: { person: { id: number; name: string }; onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const block = async () => {
    try {
      await execute(BlockMember, { user_id: person.id })
      for (const { name } of [thread, threads, GetBlockedMembers]) void client.invalidateQueries({ queryKey: [name] })
      toast.success(`Blocked ${person.name}`, 'You can undo it in your settings.')
      onClose()
    } catch (error) {
      setProblem(isUnexpected(error) ? 'It could not be done just now. Try again.' : (error as ProblemError).message)
    }
  }
  return (
    <>
      <h2 id="more-title" className="t-section">
        Block {person.name}
      </h2>
      <p className={styles.note}>
        Neither of you can write to the other privately or name the other. What they reply is folded for you, and you
        can still open it. They are not told.
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
