/** Staff write texts by section in versions; members read the published one of their network, or that for everyone. */
import { beforeEach, expect, it } from 'vitest'
import { GetGenericContent, GetStaffActs, GetStaffGenericContents, PublishGenericContent } from '#api/operations.ts'
import { CONTENT_LENGTH, CONTENT_NOTE_LENGTH, CONTENT_SECTIONS, type ContentSection } from '#shared/generic-content.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, samuel, joining] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.finance,
  demoMembers.joining,
)
beforeEach(async () => void (await testServer.sql('delete from generic_contents')))

const DAY = 864e5
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const text = (words: string) => ({ section: 'faq' as ContentSection, html: `<p>${words}</p>`, note: '' })
const read = async (member: Client, section: ContentSection = 'faq') =>
  (await member.ask(GetGenericContent, { section })).generic_content?.html
const publish = async (words: string, more: object = {}) =>
  (await ruth.ask(PublishGenericContent, { ...text(words), ...more })).publishGenericContent
const versions = async (member: Client) =>
  (await member.ask(GetStaffGenericContents, { section: 'faq' })).staff_generic_contents

it('answers each section to members, also during onboarding, and null where nothing is published (OP-GetGenericContent, STAFF-generic-content)', async () => {
  for (const section of CONTENT_SECTIONS) {
    expect(await read(helen, section)).toBeUndefined()
    await publish(section, { section })
    for (const member of [helen, samuel, joining, ruth]) expect(await read(member, section)).toBe(`<p>${section}</p>`)
  }
  const nobody = await testServer.anonymous().op(GetGenericContent, { section: 'faq' })
  expect(nobody.data?.generic_content).toBeUndefined()
  expect(nobody.code).toBeDefined()
})

it('answers the text of the member’s network before the one for everyone, and no other network’s (OP-GetGenericContent)', async () => {
  await publish('Legal', { peer_network_id: legal })
  expect([await read(helen), await read(samuel)]).toEqual(['<p>Legal</p>', undefined])
  await publish('Everyone')
  expect([await read(helen), await read(samuel)]).toEqual(['<p>Legal</p>', '<p>Everyone</p>'])
})

it('shows a version from its time on, and the latest of several (STAFF-generic-content)', async () => {
  await publish('Old')
  const next = await publish('Next', { published_at: inDays(2) })
  expect(next.state).toBe('planned')
  expect(await read(helen)).toBe('<p>Old</p>')
  await testServer.sql("update generic_contents set published_at = now() - interval '1 second' where id = $1", [
    next.id,
  ])
  await testServer.sql("update generic_contents set published_at = now() - interval '1 day' where id <> $1", [next.id])
  expect(await read(helen)).toBe('<p>Next</p>')
  expect((await versions(ruth)).map(({ state }) => state)).toEqual(['current', 'past'])
})

it('keeps every version with its author, and records who published it (STAFF-generic-content)', async () => {
  await publish('First', { note: 'Why' })
  await publish('Legal', { peer_network_id: legal })
  expect(await versions(ruth)).toMatchObject([
    { html: '<p>Legal</p>', network: { id: legal }, author: { id: ruth.id }, state: 'current' },
    { html: '<p>First</p>', network: null, note: 'Why', author: { id: ruth.id }, state: 'current' },
  ])
  expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
    act: 'text.published',
    item_name: 'FAQ',
    after: { peer_network_id: legal },
  })
})

it('stores only safe HTML (STAFF-generic-content)', async () => {
  const { html } = await publish('a', {
    html: '<p onclick="x()">Safe <script>bad()</script><a href="javascript:x()">link</a></p>',
  })
  expect(html).toBe('<p>Safe link</p>')
  expect(await read(helen)).toBe(html)
})

it.each([
  ['an empty text', { html: '<p> </p>' }, { code: 'generic_content.html', field: 'html' }],
  ['a long text', { html: 'a'.repeat(CONTENT_LENGTH + 1) }, { code: 'generic_content.html', field: 'html' }],
  ['a long note', { note: 'a'.repeat(CONTENT_NOTE_LENGTH + 1) }, { code: 'generic_content.note', field: 'note' }],
  ['a past day', { published_at: inDays(-1) }, { code: 'generic_content.published_at', field: 'published_at' }],
  ['an unknown network', { peer_network_id: 99_999 }, { code: 'generic_content.network', field: 'peer_network_id' }],
])('refuses %s (STAFF-generic-content)', async (_, wrong, refusal) => {
  expect(await ruth.op(PublishGenericContent, { ...text('a'), ...wrong })).toMatchObject(refusal)
  expect(await versions(ruth)).toEqual([])
})

it('is written by staff for content, in their networks (STAFF-generic-content)', async () => {
  await publish('Everyone')
  await publish('Finance', { peer_network_id: finance })
  expect((await helen.op(PublishGenericContent, text('a'))).code).toBe('staff.not_found')
  expect(await helen.ask(GetStaffGenericContents, { section: 'faq' })).toEqual({
    staff_generic_contents: [],
    content_networks: [],
  })
  await testServer.sql("insert into staff_grants (user_id, network_id, role) values ($1, $2, 'content')", [
    samuel.id,
    finance,
  ])
  const editor = await testServer.member(demoMembers.finance)
  expect((await versions(editor)).map(({ html }) => html)).toEqual(['<p>Finance</p>'])
  const own = { ...text('b'), peer_network_id: finance }
  expect((await editor.ask(PublishGenericContent, own)).publishGenericContent.html).toBe('<p>b</p>')
  for (const elsewhere of [null, legal])
    expect((await editor.op(PublishGenericContent, { ...own, peer_network_id: elsewhere })).code).toBe(
      'staff.not_found',
    )
})
