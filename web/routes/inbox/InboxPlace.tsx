/** The inbox, composed of the features inbox and discussions. Loaded on demand. */
import { useState } from 'react'
import type ReportDialog from '#web/features/discussions/moderation/ReportDialog.tsx'
import type { ChatMessage } from '#web/features/inbox/inbox.queries.ts'
import { InboxPage, type InboxSearch } from '#web/features/inbox/InboxPage.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'

export function InboxPlace({ search }: { search: InboxSearch }) {
  const [report, setReport] = useState<{ message: ChatMessage; Dialog: typeof ReportDialog } | null>(null)
  const open = (message: ChatMessage) =>
    void import('#web/features/discussions/moderation/ReportDialog.tsx').then(
      (module) => setReport({ message, Dialog: module.default }),
      showLoadError,
    )
  return (
    <>
      <InboxPage search={search} onReport={open} />
      {report && <report.Dialog about={aboutOf(report.message)} onClose={() => setReport(null)} />}
    </>
  )
}

const aboutOf = ({ id, sender, message_index_in_group }: ChatMessage) => ({
  type: 'inbox_message' as const,
  id,
  words: `${sender.name}’s message`,
  before: message_index_in_group - 1,
})
