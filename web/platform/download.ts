/** Saves a file under its name, and says so when that fails: a browser alone would save the refusal, or say nothing. */
import { leaveWhenSignedOut } from '#web/platform/leaving.ts'
import { log } from '#web/platform/log.ts'
import { toast } from '#web/platform/toasts.ts'

const KEPT_MS = 60_000

export async function download(address: string, name: string): Promise<void> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' })
    if (!response.ok) {
      leaveWhenSignedOut({ status: response.status, code: '' })
      throw new Error(`The answer was ${response.status}.`)
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
  } catch (error) {
    log.error('Download failed', { address, reason: (error as Error).message })
    toast.error(`“${name}” could not be downloaded`, 'Check the connection and try again. It may have been removed.')
  }
}
