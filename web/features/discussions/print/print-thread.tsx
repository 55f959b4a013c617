/** Prints a thread, or saves it as a PDF: everything the member can read, with who else can in the foot of each page. */
import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import {
  loadOlderMessages,
  threadQuery,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { PrintedThread } from '#web/features/discussions/print/PrintedThread.tsx'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import type { Viewer } from '#web/platform/session/session.ts'

export async function printThread(client: QueryClient, threadId: number, viewer: Viewer): Promise<void> {
  const open = () => client.getQueryData(threadQuery(threadId).queryKey)
  try {
    if (!open()?.is_complete) await loadOlderMessages(client, threadId, new AbortController().signal)
  } catch (error) {
    // A print that lacks replies would not say so.
    return showErrorToast(error)
  }
  const thread = open()?.thread
  if (thread) print(thread, viewer)
}

function print(thread: ThreadView, viewer: Viewer): void {
  const holder = document.body.appendChild(document.createElement('div'))
  const root = createRoot(holder)
  flushSync(() => root.render(<PrintedThread thread={thread} viewer={viewer} printedAt={Date.now()} />))
  // Browsers suggest the title as the name of the PDF.
  const { title } = document
  document.title = thread.topic
  const end = () => {
    document.title = title
    root.unmount()
    holder.remove()
  }
  addEventListener('afterprint', end, { once: true })
  window.print()
}
