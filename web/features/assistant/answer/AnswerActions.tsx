import { useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useState } from 'react'
import { SendAIFeedback } from '#api/operations.ts'
import styles from '#web/features/assistant/answer/Answer.module.css'
import { FeedbackForm } from '#web/features/assistant/answer/FeedbackForm.tsx'
import type { Regenerate } from '#web/features/assistant/answer/use-regenerate.ts'
import { messagesQuery, type Version } from '#web/features/assistant/assistant.queries.ts'
import { copiedText } from '#web/features/assistant/assistant-texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Props {
  question: string
  answer: Version
  /** Only the current version can be answered again. */
  again: Regenerate | undefined
}

export function AnswerActions({ question, answer, again }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { feedback } = answer
  const client = useQueryClient()
  const messages = messagesQuery(answer.conversation_id).queryKey
  const send = useCommand(SendAIFeedback, {
    invalidate: [messages],
    messages: { fact: 'Your feedback wasn’t sent' },
    onSuccess: () => void client.invalidateQueries({ queryKey: messages }),
  })
  const rate = (isPositive: boolean) => {
    setOpen(true)
    if (feedback?.is_positive === isPositive) return
    // What was written and shared about the opposite opinion is not sent with this one.
    void send.run({ message: answer.id, is_positive: isPositive, is_shared: false })
  }
  const copy = () =>
    navigator.clipboard.writeText(copiedText(question, answer, location.origin)).then(
      () => toast.success('Copied with sources'),
      () => toast.error('Nothing was copied', 'Your browser didn’t allow it. Select the text and copy it.'),
    )
  return (
    <>
      <div className={styles.actions}>
        <Button look="bare" aria-pressed={feedback?.is_positive === true} onClick={() => rate(true)}>
          <IconThumbUp stroke={1.6} aria-hidden /> Helpful
        </Button>
        <Button look="bare" aria-pressed={feedback?.is_positive === false} onClick={() => rate(false)}>
          <IconThumbDown stroke={1.6} aria-hidden /> Not helpful
        </Button>
        {again && (
          <Button look="bare" aria-disabled={again.isPending || undefined} onClick={again.run}>
            <IconRefresh stroke={1.6} aria-hidden /> <span className={styles.word}>Answer again</span>
          </Button>
        )}
        <Button look="bare" onClick={() => void copy()}>
          <IconCopy stroke={1.6} aria-hidden /> <span className={styles.word}>Copy with sources</span>
        </Button>
      </div>
      {isOpen && feedback && (
        <FeedbackForm
          key={String(feedback.is_positive)}
          answer={answer}
          feedback={feedback}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
