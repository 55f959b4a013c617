/** Reading and writing on the thread page. */
import type { Locator, Page } from 'playwright-core'

export const replies = (page: Page) => page.getByRole('list', { name: 'Replies' }).getByRole('article')
export const bodies = (page: Page) =>
  page.getByRole('list', { name: 'Replies' }).locator('article .t-reply').allTextContents()

export const TO_GROUP = 'Your reply to the group'

/** Opens the editor of the field with a click, focuses it and returns it. */
export async function editorOf(page: Page, field: string = TO_GROUP): Promise<Locator> {
  await page.getByRole('button', { name: `${field}: ` }).click()
  const editor = page.getByRole('textbox', { name: field, exact: true })
  await editor.waitFor()
  await editor.focus()
  return editor
}

export async function write(page: Page, field: string, text: string): Promise<Locator> {
  const editor = await editorOf(page, field)
  await editor.pressSequentially(text)
  return editor
}

/** Ends the undo period of a reply that was just posted. */
export const sendNow = (page: Page) =>
  page.getByRole('article', { name: 'Your reply' }).getByRole('button', { name: 'Send now' }).first().click()
