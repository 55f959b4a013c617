import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CloseThread, ReopenThread, RevealAnonymousAuthor } from '#api/operations.ts'
import { REASON_LENGTH } from '#shared/moderation.ts'
import styles from '#web/features/discussions/AmendPanel.module.css'
import { updateThread, type ThreadView } from '#web/features/discussions/discussions.queries.ts'
import { sentenceOf } from '#web/features/discussions/EditPost.tsx'
import acts from '#web/features/discussions/ThreadActs.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/operations.ts'
import { toast } from '#web/platform/toasts.ts'

type Act = 'close' | 'reopen' | 'reveal'

const WORDS: Record<Act, { button: string; question: string; reason: string; go: string; leave: string }> = {
  close: {
    button: 'Close thread',
    question: 'Close this thread? It can still be read; nobody can answer any more.',
    reason: 'Reason, on record for staff',
    go: 'Close thread',
    leave: 'Leave it open',
  },
  reopen: {
    button: 'Reopen thread',
    question: 'Reopen this thread? Its readers can answer again.',
    reason: 'Reason, on record for staff',
    go: 'Reopen thread',
    leave: 'Leave it closed',
  },
  reveal: {
    button: 'Who asked this?',
    question:
      'The author was promised that nobody is told. If there is no other way: who looked, when and why is on record before the name is shown, and it is shown to you alone until you leave this page.',
    reason: 'Why it has to be known',
    go: 'Show the author',
    leave: 'Leave it unknown',
  },
}

/** What staff alone can do with a thread. Each act asks once, wants a reason and is written down. */
export default function StaffActs({ thread }: { thread: ThreadView }) {
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
      toast.success(closed_at === null ? 'Thread reopened' : 'Thread closed')
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
      <p role="status">{revealed && `Asked by ${revealed.name}, member ${revealed.id}. This is on record.`}</p>
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
    if (reason.trim() === '') return setProblem('Write down why. Staff can read it later.')
    setDeciding(true)
    try {
      await onDecide(act, reason.trim())
    } catch (error) {
      setProblem(sentenceOf(error))
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
