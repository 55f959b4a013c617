import { expect, it } from 'vitest'
import { cast } from '../cast.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'
import { openStage } from './kit/stage.ts'
import { editorOf, sendNow, TO_GROUP, write } from './kit/threads.ts'

const stage = await openStage()
const { house } = stage
const { legal } = await networkIds(house)
const marcus = (await house.member(cast.peer)).id
const newThread = (topic: string) => putThread(house, { author: marcus, networks: [legal], topic })
const drafts = () => house.sql('select key from drafts order by key')

it('continues on one device what was begun on another, and forgets it on both when it is sent', async () => {
  const { id } = await newThread('On two devices')
  const reply = await putMessage(house, { thread: id, sender: marcus, body: 'Which one?' })
  const desk = await stage.member(cast.member)
  await desk.open(`/feed/${id}`)
  await write(desk.page, TO_GROUP, 'Begun at the desk')
  await desk.page.getByText('Draft kept', { exact: true }).waitFor()
  await desk.page.getByRole('button', { name: 'Reply to Marcus Oyelaran' }).click()
  const answer = desk.page.getByRole('form', { name: 'Reply to Marcus Oyelaran' })
  await answer.getByRole('textbox').pressSequentially('An answer too')
  await answer.getByText('Draft kept', { exact: true }).waitFor()
  expect(await drafts()).toEqual([{ key: `${id}.${reply}` }, { key: `${id}.thread` }])

  const sofa = await stage.member(cast.member)
  await sofa.open(`/feed/${id}`)
  await sofa.page.getByRole('button', { name: TO_GROUP }).getByText('Begun at the desk').waitFor()
  await sofa.page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).waitFor()
  const editor = await editorOf(sofa.page)
  await editor.press('End')
  await editor.pressSequentially(', done on the sofa')
  await sofa.page.getByText('Draft kept', { exact: true }).waitFor()
  await sofa.page.getByRole('button', { name: 'Post to the group' }).click()
  await sendNow(sofa.page)
  await sofa.page.getByText('Posted to the group').waitFor()
  await expect.poll(drafts).toEqual([{ key: `${id}.${reply}` }])

  await desk.page.reload()
  await desk.page.getByRole('button', { name: `${TO_GROUP}: Write as you would` }).waitFor()
  await desk.page.getByRole('button', { name: 'Continue your reply to Marcus Oyelaran' }).click()
  await desk.page.getByRole('form', { name: 'Reply to Marcus Oyelaran' }).getByText('An answer too').waitFor()
})

it('says where a draft is kept when the account cannot be reached, and brings it there later', async () => {
  stage.expectProblem(/ERR_FAILED/)
  const { id } = await newThread('Without a connection')
  const { page, open } = await stage.member(cast.groupAdmin)
  await open(`/feed/${id}`)
  await page.route('**/api/graphql/SaveDraft', (route) => route.abort())
  await write(page, TO_GROUP, 'On a train')
  await page.getByText('Draft kept on this device').waitFor()
  expect(await drafts()).not.toContainEqual({ key: `${id}.thread` })
  await page.unroute('**/api/graphql/SaveDraft')
  await page.reload()
  await page.getByText('Draft kept', { exact: true }).waitFor()
  expect(await drafts()).toContainEqual({ key: `${id}.thread` })
})
