import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'

/** For pages without a thread, when an earlier page has left something behind. */
export default function ResumeOutbox(): null {
  useResumeOutbox(replyOutbox)
  return null
}
