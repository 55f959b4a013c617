/** Reading and writing in a conversation. */
import type { Page } from 'playwright-core'

export const messages = (page: Page) => page.getByRole('region', { name: 'What was said' }).getByRole('article')
export const bubble = (page: Page, words: string) => messages(page).filter({ hasText: words })

export async function write(page: Page, words: string): Promise<void> {
  const closed = page.getByRole('button', { name: 'Your message: ' })
  const editor = page.getByRole('textbox', { name: 'Your message', exact: true })
  await closed.or(editor).first().waitFor()
  if (await closed.isVisible()) await closed.click()
  await editor.waitFor()
  await editor.focus()
  await editor.pressSequentially(words)
}

export async function say(page: Page, words: string): Promise<void> {
  await write(page, words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await bubble(page, words).waitFor()
}
