/** Unpacks Chromium once, before two files at once would each write it to the same place. */
import sparticuz from '@sparticuz/chromium'

export async function setup(): Promise<void> {
  await sparticuz.executablePath()
}
