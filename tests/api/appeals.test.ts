/** The author of a rejected post asks for a second look, and someone else decides. */
import { describe, expect, it } from 'vitest'
import {
  AppealRejection,
  DecideAppeal,
  GetAppeals,
  GetModerationAudit,
  ModerateItems,
  Notifications,
  thread,
} from '#api/operations.ts'
import { APPEAL_DAYS } from '#shared/moderation.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [author, reader, ruth] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const second = await newStaff(testServer, { role: 'moderator' })
const WHY = 'No company is named in it.'

/** A reply in a readable discussion that Ruth rejected. */
async function rejected(facts: object = {}) {
  const { id } = await insertThread(testServer, { author: reader.id, networks: [legal], topic: `Appeal ${newKey()}` })
  const message = await insertMessage(testServer, {
    thread: id,
    sender: author.id,
    processed: false,
    approved: false,
    ...facts,
  })
  await ruth.ask(ModerateItems, {
    act: 'reject',
    message_ids: [message],
    reason: 'It names a company.',
    idempotency_key: newKey(),
  })
  return { id, message }
}
const shown = async (client: typeof author, { id, message }: { id: number; message: number }) =>
  (await client.ask(thread, { id })).thread?.messages.find((each) => each.id === message)
const appealed = async () => {
  const post = await rejected()
  await author.ask(AppealRejection, { message_id: post.message, text: WHY })
  const { items } = (await second.ask(GetAppeals, {})).appeals
  return { ...post, appeal: items.find(({ message_id }) => message_id === post.message)! }
}

describe('an appeal', () => {
  it('reaches moderators with the post, the reason and what the author says, and the author sees that it waits', async () => {
    const { message, appeal, id } = await appealed()
    expect(appeal).toMatchObject({
      text: WHY,
      item_type: 'message',
      item_id: message,
      author: { id: author.id },
      rejection: { reason: 'It names a company.', actor: { id: ruth.id } },
      is_own_rejection: false,
      decided_at: null,
    })
    expect((await shown(author, { id, message }))?.rejection).toMatchObject({
      can_appeal: false,
      appeal: { text: WHY, decided_at: null },
    })
    expect(await shown(reader, { id, message })).toBeUndefined()
  })

  it('that is granted shows the post to everyone, with a decision in the trail and a notification', async () => {
    const { id, message, appeal } = await appealed()
    const { decideAppeal } = await second.ask(DecideAppeal, { id: appeal.id, overturn: true, reason: 'It does not.' })
    expect(decideAppeal).toMatchObject({ is_overturned: true, decided_by: { id: second.id } })
    expect(await shown(reader, { id, message })).toBeDefined()
    expect((await shown(author, { id, message }))?.rejection).toBeNull()
    const audit = (await ruth.ask(GetModerationAudit, { item_type: 'message', item_id: message })).moderation_audit
    expect(audit!.items.map(({ decision, actor }) => [decision, actor.id])).toEqual([
      ['approved', second.id],
      ['rejected', ruth.id],
    ])
    await testServer.application.runDueJobs()
    const { notifications } = await author.ask(Notifications, {})
    expect(JSON.stringify(notifications)).toContain(`${message}`)
  })

  it('that is refused leaves the post hidden, tells the author the new reason, and is the last one', async () => {
    const { id, message, appeal } = await appealed()
    await second.ask(DecideAppeal, { id: appeal.id, overturn: false, reason: 'Its only customer is named.' })
    expect(await shown(reader, { id, message })).toBeUndefined()
    expect((await shown(author, { id, message }))?.rejection).toMatchObject({
      reason: 'Its only customer is named.',
      can_appeal: false,
      appeal: { is_overturned: false },
    })
    const again = await author.op(AppealRejection, { message_id: message, text: 'Again' })
    expect(again.code).toBe('moderation.appeal')
  })

  it('is decided once, by who did not reject the post, and where they moderate', async () => {
    const { appeal } = await appealed()
    const asked = { id: appeal.id, overturn: true, reason: 'Good enough.' }
    expect((await ruth.op(DecideAppeal, asked)).code).toBe('moderation.own_rejection')
    const elsewhere = await newStaff(testServer, { role: 'moderator', network: finance })
    expect((await elsewhere.op(DecideAppeal, asked)).code).toBe('moderation.not_found')
    expect((await elsewhere.ask(GetAppeals, {})).appeals.count).toBe(0)
    expect((await author.op(DecideAppeal, asked)).code).toBe('moderation.not_found')
    const answers = await Promise.all(Array.from({ length: 20 }, () => second.op(DecideAppeal, asked)))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'moderation.decided']))
  })

  it('is only for the author, of a rejected post, in time and with a text', async () => {
    const post = await rejected()
    const ask = async (client: typeof author, text = WHY) =>
      (await client.op(AppealRejection, { message_id: post.message, text })).code
    expect([await ask(author, ' '), await ask(reader), await ask(ruth)]).toEqual([
      'moderation.appeal_text',
      'moderation.appeal',
      'moderation.appeal',
    ])
    const visible = await insertMessage(testServer, { thread: post.id, sender: author.id })
    expect((await author.op(AppealRejection, { message_id: visible, text: WHY })).code).toBe('moderation.appeal')
    await testServer.sql('alter table moderation_decisions disable trigger moderation_decisions_kept')
    await testServer.sql(
      `update moderation_decisions set at = now() - $2 * interval '1 day' where item_type = 'message' and item_id = $1`,
      [post.message, APPEAL_DAYS + 1],
    )
    await testServer.sql('alter table moderation_decisions enable trigger moderation_decisions_kept')
    expect((await shown(author, post))?.rejection?.can_appeal).toBe(false)
    expect(await ask(author)).toBe('moderation.appeal')
  })
})
