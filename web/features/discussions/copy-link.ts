import { messagePath } from '#shared/discussions.ts'
import { toast } from '#web/platform/toasts.ts'

export async function copyLink(threadId: number, messageId: number): Promise<void> {
  const link = location.origin + messagePath(threadId, messageId)
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied', 'Only members who can read the thread can open it.')
  } catch {
    toast.info('The link could not be copied', link)
  }
}
