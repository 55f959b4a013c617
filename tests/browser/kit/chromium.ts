/** The Chromium that comes with npm, as tests, benches and pictures use it. */
import sparticuz from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

// The package's own list is made for a cloud function: one process, no sandbox of its own, and slower for it.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args: ARGUMENTS, headless: true })
}
