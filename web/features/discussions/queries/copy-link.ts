import { messagePath } from '#shared/discussions.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export const copyLink = (threadId: number, messageId: number) => copyAddress(messagePath(threadId, messageId))

export async function copyAddress(path: string): Promise<void> {
  const link = location.origin + path
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied', 'Only members who can read this discussion can open it.')
  } catch {
    toast.info('We couldn’t copy the link', link)
  }
}
