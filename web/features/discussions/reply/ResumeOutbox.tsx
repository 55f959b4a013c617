import { useResumeOutbox } from '#web/features/discussions/reply/use-outbox-resume.ts'
import { useUser } from '#web/platform/session/session.ts'

/** For pages without a thread, when an earlier page has left something behind. */
export default function Outbox(): null {
  useResumeOutbox(useUser().id)
  return null
}
