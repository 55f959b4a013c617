/** Unpacks Chromium once, so that two test files do not unpack it to the same path at the same time. */
import sparticuz from '@sparticuz/chromium'

export async function setup(): Promise<void> {
  await sparticuz.executablePath()
}
