/** Reading and writing in a conversation. */
import type { Locator, Page } from 'playwright-core'

export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article')
export const bubble = (page: Page, words: string) => messages(page).filter({ hasText: words })

/** Whether a click in the center of the control would reach it. */
export const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

export async function write(page: Page, words: string): Promise<void> {
  const closed = page.getByRole('button', { name: 'Message: ' })
  const editor = page.getByRole('textbox', { name: 'Message', exact: true })
  await closed.or(editor).first().waitFor()
  if (await closed.isVisible()) await closed.click()
  await editor.waitFor()
  await editor.focus()
  await editor.pressSequentially(words)
}

/** Waits until the message is posted. */
export async function sendText(page: Page, words: string): Promise<void> {
  await write(page, words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await bubble(page, words).and(page.locator('[data-own]')).waitFor()
  await bubble(page, words)
    .and(page.getByRole('article', { name: 'Your message' }))
    .waitFor({ state: 'detached' })
}
