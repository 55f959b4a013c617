/** The Chromium from npm, shared by tests, benchmarks and screenshots. */
import sparticuz from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright-core'

// The package's own arguments are for cloud functions: single process and no sandbox, which is slower.
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
