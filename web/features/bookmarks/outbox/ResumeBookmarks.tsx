import { bookmarkOutbox } from '#web/features/bookmarks/outbox/bookmark-outbox.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'

/** Sends the bookmarks that an earlier page could not send. */
export default function ResumeBookmarks(): null {
  useResumeOutbox(bookmarkOutbox)
  return null
}
