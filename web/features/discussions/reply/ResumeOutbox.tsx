import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'

/** Resumes sending on pages without a thread, if an earlier page left unsent replies. */
export default function ResumeOutbox(): null {
  useResumeOutbox(replyOutbox)
  return null
}
