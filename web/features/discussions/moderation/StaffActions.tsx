import { errorMessage } from '#web/platform/api/error-message.ts'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CloseThread, ReopenThread, RevealAnonymousAuthor } from '#api/operations.ts'
import { REASON_LENGTH } from '#shared/moderation.ts'
import { updateThread, type ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { CHANGES_KEPT } from '#web/features/discussions/editing/edit-mode.ts'
import acts from '#web/features/discussions/thread/ThreadActions.module.css'
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

/** Staff-only actions on a thread. Each asks for confirmation, requires a reason and is logged. */
export default function StaffActions({ thread }: { thread: ThreadView }) {
  const { offered, asking, revealed, decision, ask } = useDecision(thread)
  return (
    <div role="group" aria-label="For staff">
      <div className={acts.acts}>
        {offered.map((act) => (
          <button key={act} type="button" aria-expanded={asking === act} onClick={() => ask(act)}>
            {WORDS[act].button}
          </button>
        ))}
      </div>
      <p role="status">
        {revealed && `Asked by ${revealed.name}, member ${revealed.id}. This lookup has been recorded.`}
      </p>
      {asking && (
        <ConfirmForm
          key={asking}
          question={WORDS[asking].question}
          confirm={WORDS[asking].go}
          cancel={WORDS[asking].leave}
          isDestructive={false}
          reason={{
            label: WORDS[asking].reason,
            max: REASON_LENGTH.max,
            required: 'Enter a reason. Other staff can read it later.',
          }}
          isPending={decision.isPending}
          problem={decision.error && errorMessage(decision.error, CHANGES_KEPT)}
          onConfirm={(reason) => void decision.run({ act: asking, reason })}
          onCancel={() => ask(null)}
        />
      )}
    </div>
  )
}

/** The offered actions, the one that is being confirmed, and its command. */
function useDecision(thread: ThreadView) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Act | null>(null)
  // Never store this in the query cache, which outlives the page.
  const [revealed, setRevealed] = useState<{ id: number; name: string } | null>(null)
  const opening = thread.messages.find(({ is_original_message }) => is_original_message)
  const offered: Act[] = [
    thread.closed_at === null ? 'close' : 'reopen',
    ...(thread.is_anonymous && opening && !revealed ? (['reveal'] as const) : []),
  ]
  const decision = useCommand(
    async ({ act, reason }: { act: Act; reason: string }) => {
      if (act === 'reveal') {
        const answer = await execute(RevealAnonymousAuthor, { message_id: opening!.id, reason })
        return setRevealed(answer.revealAnonymousAuthor.author)
      }
      const asked = { thread_id: thread.id, reason }
      const { closed_at } =
        act === 'close'
          ? (await execute(CloseThread, asked)).closeThread
          : (await execute(ReopenThread, asked)).reopenThread
      updateThread(client, thread.id, (known) => ({ ...known, closed_at }))
      toast.success(closed_at === null ? 'Discussion reopened' : 'Discussion closed')
    },
    { onError: 'show', onSuccess: () => setAsking(null) },
  )
  const ask = (act: Act | null) => {
    decision.reset()
    setAsking(act)
  }
  return { offered, asking, revealed, decision, ask }
}
