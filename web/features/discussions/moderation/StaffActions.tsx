import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CloseThread, ReopenThread, RevealAnonymousAuthor } from '#api/operations.ts'
import { REASON_LENGTH } from '#shared/moderation.ts'
import styles from '#web/features/discussions/editing/EditPanel.module.css'
import { updateThread, type ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { errorMessage } from '#web/features/discussions/editing/EditPostForm.tsx'
import acts from '#web/features/discussions/thread/ThreadActions.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

type Act = 'close' | 'reopen' | 'reveal'

const WORDS: Record<Act, { button: string; question: string; reason: string; go: string; leave: string }> = {
  close: {
    button: 'Close discussion',
    question: 'Close this discussion? Members can still read it but can no longer reply.',
    reason: 'Reason (recorded for staff)',
    go: 'Close discussion',
    leave: 'Leave it open',
  },
  reopen: {
    button: 'Reopen discussion',
    question: 'Reopen this discussion? Members can reply again.',
    reason: 'Reason (recorded for staff)',
    go: 'Reopen discussion',
    leave: 'Leave it closed',
  },
  reveal: {
    button: 'Look up author',
    question:
      'We promised the author anonymity. Look up the name only if there is no other way. Your name, the time, and your reason are recorded before you see it. The name is shown only to you, and only until you leave this page.',
    reason: 'Why you need to know',
    go: 'Show author',
    leave: 'Cancel',
  },
}

/** What staff alone can do with a thread. Each act asks once, wants a reason and is written down. */
export default function StaffActions({ thread }: { thread: ThreadView }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Act | null>(null)
  // Never in the cache, which outlives the page.
  const [revealed, setRevealed] = useState<{ id: number; name: string } | null>(null)
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const offered: Act[] = [
    thread.closed_at === null ? 'close' : 'reopen',
    ...(thread.is_anonymous && opening && !revealed ? (['reveal'] as const) : []),
  ]
  const decide = async (act: Act, reason: string) => {
    if (act === 'reveal') {
      const answer = await execute(RevealAnonymousAuthor, { message_id: opening!.id, reason })
      setRevealed(answer.revealAnonymousAuthor.author)
    } else {
      const asked = { thread_id: thread.id, reason }
      const { closed_at } =
        act === 'close'
          ? (await execute(CloseThread, asked)).closeThread
          : (await execute(ReopenThread, asked)).reopenThread
      updateThread(client, thread.id, (known) => ({ ...known, closed_at }))
      toast.success(closed_at === null ? 'Discussion reopened' : 'Discussion closed')
    }
    setAsking(null)
  }
  return (
    <div role="group" aria-label="For staff">
      <div className={acts.acts}>
        {offered.map((act) => (
          <button key={act} type="button" aria-expanded={asking === act} onClick={() => setAsking(act)}>
            {WORDS[act].button}
          </button>
        ))}
      </div>
      <p role="status">
        {revealed && `Asked by ${revealed.name}, member ${revealed.id}. This lookup has been recorded.`}
      </p>
      {asking && <Question key={asking} act={asking} onDecide={decide} onClose={() => setAsking(null)} />}
    </div>
  )
}

interface QuestionProps {
  act: Act
  onDecide: (act: Act, reason: string) => Promise<void>
  onClose: () => void
}

function Question({ act, onDecide, onClose }: QuestionProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isDeciding, setDeciding] = useState(false)
  const words = WORDS[act]
  const go = async () => {
    if (isDeciding) return
    if (reason.trim() === '') return setProblem('Enter a reason. Other staff can read it later.')
    setDeciding(true)
    try {
      await onDecide(act, reason.trim())
    } catch (error) {
      setProblem(errorMessage(error))
      setDeciding(false)
    }
  }
  return (
    <div role="alertdialog" aria-labelledby={id} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <p id={id}>{words.question}</p>
        <label className={styles.reason}>
          {words.reason}
          <input
            autoFocus
            value={reason}
            maxLength={REASON_LENGTH.max}
            onChange={(event) => {
              setProblem(null)
              setReason(event.target.value)
            }}
          />
        </label>
        <Button type="submit" aria-disabled={isDeciding}>
          {words.go}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.leave}
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
