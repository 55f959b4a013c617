/** Menus, dialogs and the editor, while they are open, can be read and used by everyone. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'
import { expectAccessible } from './kit/accessible.ts'
import { DESKTOP, openBrowser, PHONE } from './kit/browser-setup.ts'
import { editorOf } from './kit/threads.ts'

const stage = await openBrowser()
const { testServer } = stage
const { legal } = await networkIds(testServer)
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)

/** Opens something, waits for it, has it checked, and closes it with Escape. */
async function check(page: Page, name: string, open: () => Promise<unknown>, shown: Locator) {
  await open()
  await shown.waitFor()
  await expectAccessible(page, name)
  await page.keyboard.press('Escape')
}

async function newThread(topic: string) {
  const { id, opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic })
  const said = await insertMessage(testServer, { thread: id, sender: marcus.id, parent: opening, body: '<p>Said.</p>' })
  const own = await insertMessage(testServer, { thread: id, sender: helen.id, parent: opening, body: '<p>Mine.</p>' })
  return { id, said, own }
}

it('the palette, empty and with results, and the help for keys', async () => {
  const { page, open } = await stage.member(helen, DESKTOP)
  await open('/feed')
  const palette = page.getByRole('dialog').getByRole('combobox')
  await check(page, 'the palette', () => page.keyboard.press('Control+k'), palette)
  await page.keyboard.press('Control+k')
  await palette.fill('liability')
  await check(page, 'results in the palette', async () => {}, page.getByRole('option').first())
  await page.keyboard.press('Escape')
  await check(page, 'the help for keys', () => page.keyboard.press('?'), page.getByRole('dialog'))
})

it.each([
  ['desk', DESKTOP],
  ['phone', PHONE],
] as const)('what opens in a discussion on a %s', async (width, device) => {
  const { id, said } = await newThread(`Opened on a ${width}`)
  const { page, open } = await stage.member(helen, device)
  await open(`/feed/${id}`)
  const more = page.getByRole('button', { name: 'More actions for Marcus Oyelaran’s reply' })
  const dialog = page.getByRole('dialog')
  await check(page, `actions on a reply, ${width}`, () => more.click(), dialog)
  await more.click()
  await check(
    page,
    `a report, ${width}`,
    () => dialog.getByRole('button', { name: /^Report/ }).click(),
    dialog.getByRole('textbox'),
  )
  await more.click()
  await check(
    page,
    `blocking, ${width}`,
    () => dialog.getByRole('button', { name: /^Block/ }).click(),
    dialog.getByRole('heading', { name: /Block/ }),
  )
  const reply = page.locator(`#message-${said}`)
  await reply.getByRole('button', { name: /Reply/ }).first().click()
  const answer = page.getByRole('textbox', { name: /reply to/i }).last()
  await answer.waitFor()
  await answer.pressSequentially('@He')
  await check(
    page,
    `members to mention, ${width}`,
    async () => {},
    page.getByRole('listbox').getByRole('option').first(),
  )
})

it('the toolbar of the editor: a link, an expert, and what removing asks', async () => {
  const { id, own } = await newThread('With a toolbar')
  const { page, open } = await stage.member(helen, DESKTOP)
  await open(`/feed/${id}`)
  await (await editorOf(page)).pressSequentially('See our page')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('textbox', { name: 'Link address' }).waitFor()
  await expectAccessible(page, 'a link in the editor')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tag an expert' }).click()
  await page.getByLabel('Who are you tagging?').waitFor()
  await expectAccessible(page, 'tagging an expert')
  await page.keyboard.press('Escape')
  await page.locator(`#message-${own}`).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, 'removing a reply')
})

it('the forms of a new discussion of each kind', async () => {
  const { page, open } = await stage.member(helen, DESKTOP)
  await open('/feed')
  await page.getByRole('button', { name: /Start a discussion/ }).click()
  for (const kind of ['Document request', 'Poll', 'Recommendation request']) {
    await page.getByRole('radio', { name: kind }).check()
    await expect.poll(() => page.getByRole('radio', { name: kind }).isChecked()).toBe(true)
    await expectAccessible(page, `a new ${kind}`)
  }
})

it('menus of lists, and dialogs of a member’s page, the inbox and the assistant', async () => {
  const { page, open } = await stage.member(helen, DESKTOP)
  await open('/feed')
  const entry = page.getByRole('button', { name: /^More actions for/ }).first()
  await check(page, 'the menu of an entry', () => entry.click(), page.getByRole('menu'))
  await open(`/members/${marcus.id}`)
  await check(
    page,
    'followers',
    () =>
      page
        .getByRole('button', { name: /[Ff]ollower/ })
        .first()
        .click(),
    page.getByRole('dialog'),
  )
  await check(
    page,
    'more about a member',
    () => page.getByRole('button', { name: 'More' }).click(),
    page.getByRole('dialog'),
  )
  await open('/chatbot')
  await check(
    page,
    'prompts',
    () => page.getByRole('button', { name: 'Prompts', exact: true }).click(),
    page.getByRole('dialog'),
  )
  await check(
    page,
    'preferences of the assistant',
    () => page.getByRole('button', { name: 'Preferences' }).click(),
    page.getByRole('dialog'),
  )
  await open('/content/event-materials')
  await page
    .getByRole('button', { name: /^Attending / })
    .first()
    .click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'attending an event')
})

it('what staff open on a member', async () => {
  const { page, open } = await stage.member(demoMembers.staff, DESKTOP)
  await open(`/staff/members/${marcus.id}`)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('form', { name: 'Suspend account' }).getByRole('button').last().click()
  await page.getByRole('form', { name: 'Suspend account' }).locator('[aria-invalid=true]').waitFor()
  await expectAccessible(page, 'a suspension without a reason')
})
