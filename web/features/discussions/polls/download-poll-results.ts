import { track } from '#web/platform/analytics/analytics.ts'
import { log } from '#web/platform/log.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Downloads with `fetch` instead of a link, so that the page can show an error. */
export async function downloadResults(pollId: number, path: string): Promise<void> {
  try {
    const response = await fetch(path, { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`The file answered ${response.status}.`)
    const href = URL.createObjectURL(await response.blob())
    const link = Object.assign(document.createElement('a'), { href, download: `poll-${pollId}-results.csv` })
    link.click()
    URL.revokeObjectURL(href)
    void track('poll-results-downloaded', { poll_id: pollId })
  } catch (error) {
    log.error('Download failed', error)
    toast.error('We couldn’t download the results', 'Check your connection and try again.')
  }
}
