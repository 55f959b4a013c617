/**
 * Downloads a file under its name and shows a failure: the browser alone would save the error response, or show
 * nothing.
 */
import { redirectWhenSignedOut } from '#web/platform/api/redirect-to-login.ts'
import { log } from '#web/platform/log.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const KEPT_MS = 60_000

export async function download(address: string, name: string): Promise<void> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' })
    if (!response.ok) {
      redirectWhenSignedOut({ status: response.status, code: '' })
      throw new Error(`The response was ${response.status}.`)
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
  } catch (error) {
    log.error('Download failed', { address, reason: (error as Error).message })
    toast.error(
      `We couldn’t download “${name}”`,
      'Check your connection and try again. The file may have been removed.',
    )
  }
}
