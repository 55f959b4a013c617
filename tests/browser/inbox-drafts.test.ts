/** What was written in a conversation and not sent: drafts, messages that wait, and a conversation that is not begun. */
import { expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { waitFor } from '../harness/connection.ts'
import { newConversation, newGroup } from '../harness/inbox.ts'
import { bubble, sendText, write } from './kit/inbox.ts'
import { waitForPath, isReady, openBrowser } from './kit/browser-setup.ts'

const stage = await openBrowser()
const { testServer } = stage

it('keeps a draft for each conversation, and what could not be sent until it can', async () => {
  stage.expectProblem(/Failed to load|ERR_/)
  const helen = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const [one, two] = [
    await newGroup([helen.client, marcus], { name: 'One' }),
    await newGroup([helen.client, marcus], { name: 'Two' }),
  ]
  const { page, open, context } = helen
  await open(`/inbox?group_id=${one}`)
  await write(page, 'Half a thought')
  await page.getByText('Draft saved').waitFor()
  await open(`/inbox?group_id=${two}`)
  await page.getByRole('button', { name: 'Message: Write a message' }).waitFor()
  await open(`/inbox?group_id=${one}`)
  await page.getByRole('button', { name: 'Message: Half a thought' }).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const waiting = page.getByRole('article', { name: 'Your message' })
  await waiting.getByText('Not sent.').waitFor()
  await waiting.getByRole('button', { name: 'Try again' }).waitFor()
  await open(`/inbox?group_id=${one}`).catch(() => undefined)
  await context.setOffline(false)
  await open(`/inbox?group_id=${one}`)
  // Sent automatically, now that the connection is back.
  await waitFor('the message to arrive once', async () => {
    const rows = await testServer.sql(
      `select from inbox_messages where group_id = $1 and cleaned_body = 'Half a thought'`,
      [one],
    )
    return rows.length === 1
  })
  await page.getByRole('article', { name: 'Your message' }).waitFor({ state: 'detached' })
  await bubble(page, 'Half a thought').waitFor()
})

it('keeps in one tab what another could not send', async () => {
  stage.expectProblem(/Failed to load|ERR_/)
  const helen = await stage.member(demoMembers.member)
  const marcus = await testServer.member(demoMembers.peer)
  const group = await newGroup([helen.client, marcus], { name: 'In two tabs' })
  const { page, open, context } = helen
  const second = await context.newPage()
  await second.goto(`/inbox?group_id=${group}`)
  await isReady(second)
  await open(`/inbox?group_id=${group}`)
  await page.route('**/api/graphql/SendMessage', (route) => route.abort())
  await write(page, 'Not sent in the first')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const waiting = page.getByRole('article', { name: 'Your message' })
  await waiting.getByText('Not sent.').waitFor()
  await sendText(second, 'Sent in the second')
  await second.getByRole('article', { name: 'Your message' }).waitFor({ state: 'detached' })
  await page.reload()
  await waiting.getByText('Not sent in the first').waitFor()
})

it('keeps a conversation that is not started yet, through a look at another, until it is sent', async () => {
  const { page, open, client } = await stage.member(demoMembers.member)
  const [camille, grace] = [
    await testServer.member(demoMembers.groupAdmin),
    await testServer.member(demoMembers.billing),
  ]
  await newGroup([client, camille], { name: 'Something urgent' })
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.chat.')))
  const begin = page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: 'New conversation' })
  const first = page.getByRole('button', { name: 'First message: ' })
  await open('/inbox')
  await begin.click()
  await page.getByRole('radio', { name: /Small group/ }).check()
  await page.getByLabel('Members to invite').fill('grace')
  await page.getByRole('button', { name: 'Add Grace Okafor' }).click()
  await page.getByLabel('Group name').fill('The settlement')
  await first.click()
  await page.getByRole('textbox', { name: 'First message' }).pressSequentially('Between us two:')
  await page.getByRole('link', { name: /Something urgent/ }).click()
  await bubble(page, 'Welcome.').waitFor()

  await open(`/inbox?to=${camille.id}`)
  await first.waitFor()
  expect(await page.getByText('Between us two:').count()).toBe(0)
  await open('/inbox')
  await begin.click()
  await first.getByText('Between us two:').waitFor()
  await page.getByText('Draft saved', { exact: true }).waitFor()
  expect(await page.getByLabel('Group name').inputValue()).toBe('The settlement')
  await page.getByRole('button', { name: 'Remove Grace Okafor' }).waitFor()
  await page.getByRole('button', { name: 'Create and invite' }).click()
  await page.getByRole('heading', { level: 1, name: 'The settlement' }).waitFor()
  await bubble(page, 'Between us two:').waitFor()
  expect(await kept()).toEqual([])

  await open(`/inbox?to=${grace.id}`)
  await first.click()
  await page.getByRole('textbox', { name: 'First message' }).pressSequentially('A word with you.')
  await page.getByRole('button', { name: 'Close' }).click()
  await waitForPath(page, '/inbox')
  await newConversation(grace, client, 'Are you there?')
  await open(`/inbox?to=${grace.id}`)
  await bubble(page, 'Are you there?').waitFor()
  await page.getByRole('button', { name: 'Message: ' }).getByText('A word with you.').waitFor()
})
