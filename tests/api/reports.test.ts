/** Members report content to staff; only staff see who reported. */
import { describe, expect, it } from 'vitest'
import { GetModerationAudit, GetReports, ReportContent, ResolveReport, thread } from '#api/operations.ts'
import { REPORT_DETAILS_LENGTH } from '#shared/moderation.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [author, reporter, second, outsider, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const newThread = () =>
  insertThread(testServer, { author: author.id, networks: [legal], topic: `Reported ${newKey()}` })
const report = (client: Client, variables: object) =>
  client.op(ReportContent, {
    type: 'thread',
    reason: 'confidential',
    additional_details: 'It names a client.',
    idempotency_key: newKey(),
    ...variables,
  } as never)
const filed = async (content_id: number, state: 'open' | 'kept' | 'removed' = 'open') =>
  (await staff.ask(GetReports, { state })).reports!.items.filter((item) => item.content_id === content_id)

describe('a report', () => {
  it('reaches staff with what was reported and by whom (OP-ReportContent)', async () => {
    const { id } = await newThread()
    const message = await insertMessage(testServer, { thread: id, sender: author.id, body: 'A secret.' })
    expect((await report(reporter, { type: 'message', content_id: message })).data?.reportContent).toMatchObject({
      type: 'message',
      content_id: message,
      state: 'open',
    })
    expect(await filed(message)).toMatchObject([
      {
        thread_id: id,
        reason: 'confidential',
        additional_details: 'It names a client.',
        reporter: { id: reporter.id },
        author: { id: author.id },
        body: '<p>A secret.</p>',
        removed: false,
        num_of_reports: 1,
      },
    ])
    expect((await reporter.ask(GetReports, {})).reports).toBeNull()
  })

  it.each([
    ['type (VALID-report-type)', 'type'],
    ['reason (VALID-report-reason)', 'reason'],
    ['details (VALID-report-details)', 'additional_details'],
    ['content', 'content_id'],
  ])('needs its %s', async (_, field) => {
    const { id } = await newThread()
    const answer = await report(reporter, { content_id: id, [field]: null })
    expect(answer.status).toBe(400)
    expect(await filed(id)).toEqual([])
  })

  it('needs details that say something and fit, and a reason that fits who wrote it', async () => {
    const { id } = await newThread()
    for (const additional_details of ['  ', 'x'.repeat(REPORT_DETAILS_LENGTH + 1)])
      expect((await report(reporter, { content_id: id, additional_details })).code).toBe('moderation.details')
    expect((await report(author, { content_id: id })).code).toBe('moderation.own')
    expect((await report(reporter, { content_id: id, reason: 'own_removal' })).code).toBe('moderation.not_own')
    expect((await report(author, { content_id: id, reason: 'own_removal' })).code).toBeUndefined()
    expect((await report(reporter, { type: 'member', content_id: reporter.id })).code).toBe('moderation.own')
    expect((await report(reporter, { type: 'member', content_id: author.id })).code).toBeUndefined()
  })

  it('is made only about what its reporter can read; the rest is not there', async () => {
    const { id } = await newThread()
    const secret = await insertMessage(testServer, { thread: id, sender: author.id, readers: [author.id, reporter.id] })
    const unknown = await report(outsider, { content_id: 9_007_199_254_740_991 })
    expect((await report(outsider, { content_id: id })).text).toBe(unknown.text)
    expect((await report(second, { type: 'message', content_id: secret })).code).toBe('moderation.not_found')
    expect((await report(reporter, { type: 'message', content_id: secret })).code).toBeUndefined()
  })

  it('is open once for a member and a thing, also when many are sent at once', async () => {
    const { id } = await newThread()
    const key = newKey()
    const again = await Promise.all([1, 2].map(() => report(reporter, { content_id: id, idempotency_key: key })))
    expect(again[0]!.text).toBe(again[1]!.text)
    expect((await report(reporter, { content_id: id })).code).toBe('moderation.reported')
    await report(second, { content_id: id })
    expect((await filed(id)).map(({ num_of_reports }) => num_of_reports)).toEqual([2, 2])
  })

  it('is in no answer that its author gets', async () => {
    const { id } = await newThread()
    await report(reporter, { content_id: id, additional_details: 'canary-of-the-reporter' })
    await staff.ask(ResolveReport, {
      id: (await filed(id))[0]!.id,
      resolution: 'kept',
      reason: 'It is fine as it stands.',
    })
    const { text } = await author.op(thread, { id })
    expect(text).not.toContain('canary-of-the-reporter')
    expect(text).not.toContain(`"id":${reporter.id},`)
  })
})

describe('a resolution', () => {
  it('keeps the post and closes the matter, and a new report may follow', async () => {
    const { id } = await newThread()
    for (const client of [reporter, second]) await report(client, { content_id: id })
    const [first] = await filed(id)
    expect((await reporter.op(ResolveReport, { id: first!.id, resolution: 'kept', reason: 'No' })).code).toBe(
      'moderation.not_found',
    )
    await staff.ask(ResolveReport, { id: first!.id, resolution: 'kept', reason: 'It is fine as it stands.' })
    expect(await filed(id)).toEqual([])
    expect((await filed(id, 'kept')).map(({ resolved_by }) => resolved_by?.id)).toEqual([staff.id, staff.id])
    expect((await second.ask(thread, { id })).thread).not.toBeNull()
    expect((await report(reporter, { content_id: id })).code).toBeUndefined()
    const again = await staff.op(ResolveReport, { id: first!.id, resolution: 'kept', reason: 'Again' })
    expect(again.code).toBe('moderation.not_found')
  })

  it('removes a message or a thread, writes it down, and leaves the counters right', async () => {
    const { id, opening } = await newThread()
    const message = await insertMessage(testServer, { thread: id, sender: author.id })
    await report(reporter, { type: 'message', content_id: message })
    const resolve = async (content_id: number) =>
      staff.ask(ResolveReport, { id: (await filed(content_id))[0]!.id, resolution: 'removed', reason: 'A client.' })
    expect((await resolve(message)).resolveReport).toMatchObject({ state: 'removed', removed: true })
    expect((await second.ask(thread, { id })).thread).toMatchObject({ num_of_responses: 0 })
    expect(await counterErrors(testServer, id)).toBe(0)
    await report(reporter, { type: 'message', content_id: opening })
    await resolve(opening)
    expect((await second.ask(thread, { id })).thread).toBeNull()
    expect(await counterErrors(testServer, id)).toBe(0)
    const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_type: 'thread', item_id: id })
    expect(trail!.items).toMatchObject([{ decision: 'removed', reason: 'A client.', actor: { id: staff.id } }])
  })

  it('does not remove a member', async () => {
    await report(second, { type: 'member', content_id: reporter.id })
    const [open] = await filed(reporter.id)
    const answer = await staff.op(ResolveReport, { id: open!.id, resolution: 'removed', reason: 'Rude' })
    expect(answer.code).toBe('moderation.member_stays')
  })
})
