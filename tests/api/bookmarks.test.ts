import { describe, expect, it } from 'vitest'
import { AlterBookmarks, GetBookmarkCollections, thread, threads } from '#api/operations.ts'
import { BOOKMARK_NOTE_LENGTH, BOOKMARKS_PER_CALL } from '#shared/bookmarks.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, samuel] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.finance)
await testServer.sql('delete from bookmarks')
await testServer.sql('delete from bookmark_collections')
const fresh = (networks = [legal]) =>
  insertThread(testServer, {
    author: networks.includes(legal) ? marcus.id : samuel.id,
    networks,
    topic: 'Which clause',
  })
const saved = async (who: Client) => who.ask(GetBookmarkCollections, {})
const item = (id: number, more: object = {}) => ({ kind: 'THREAD', id, ...more }) as const
const alter = async (who: Client, bookmarks: readonly object[], more: object = {}) =>
  (await who.ask(AlterBookmarks, { bookmarks, ...more } as never)).alterBookmarks
const refused = async (who: Client, bookmarks: readonly object[], more: object = {}) =>
  (await who.op(AlterBookmarks, { bookmarks, ...more } as never)).message ?? ''
const idsOf = (items: readonly { item_id: number }[]) => items.map(({ item_id }) => item_id)

describe('AlterBookmarks (OP-AlterBookmarks)', () => {
  it('saves a discussion, and removes it when it is sent again without a collection (ENUM-bookmark_item_kind-thread)', async () => {
    const { id } = await fresh()
    await alter(helen, [item(id)], { source: 'feed' })
    const { unfiled_bookmarks } = await saved(helen)
    expect(unfiled_bookmarks[0]).toMatchObject({
      kind: 'THREAD',
      item_id: id,
      source: 'feed',
      thread: { topic: 'Which clause' },
    })
    expect((await helen.ask(thread, { id })).thread!.is_bookmarked).toBe(true)
    await alter(helen, [item(id)])
    expect(idsOf((await saved(helen)).unfiled_bookmarks)).not.toContain(id)
    expect((await helen.ask(thread, { id })).thread!.is_bookmarked).toBe(false)
  })

  it('says what is wanted, so that a repeated request changes nothing', async () => {
    const { id } = await fresh()
    for (let times = 0; times < 2; times += 1) await alter(helen, [item(id, { is_removed: false })])
    expect(idsOf((await saved(helen)).unfiled_bookmarks)).toContain(id)
    for (let times = 0; times < 2; times += 1) await alter(helen, [item(id, { is_removed: true })])
    expect(idsOf((await saved(helen)).unfiled_bookmarks)).not.toContain(id)
  })

  it('makes a collection, renames it and deletes it without its bookmarks (DECISION-missing-bookmark-deletion, FIELD-bookmark_collection.id, FIELD-bookmark_collection.title, FIELD-bookmark_collection.items)', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const [made] = await alter(helen, [item(one.id), item(two.id)], { title: '  Board   season ' })
    expect(made).toMatchObject({ title: 'Board season' })
    expect(idsOf(made!.items).toSorted()).toEqual([one.id, two.id].toSorted())
    const again = await alter(helen, [item(one.id)], { title: 'board season' })
    expect(again.map(({ id }) => id)).toEqual([made!.id])
    const [renamed] = await alter(helen, [], { collection_id: made!.id, title: 'Board meeting' })
    expect(renamed).toMatchObject({ id: made!.id, title: 'Board meeting' })
    expect(await alter(helen, [], { collection_id: made!.id, is_deleted: true })).toEqual([])
    const after = await saved(helen)
    expect(after.bookmark_collections.map(({ id }) => id)).not.toContain(made!.id)
    expect(idsOf(after.unfiled_bookmarks)).toEqual(expect.arrayContaining([one.id, two.id]))
  })

  it('moves bookmarks, answers every collection that changed, and takes them out again', async () => {
    const { id } = await fresh()
    const [from] = await alter(helen, [item(id)], { title: 'From' })
    const [to] = await alter(helen, [], { title: 'To' })
    const changed = await alter(helen, [item(id)], { collection_id: to!.id })
    expect(changed.map(({ title, items }) => [title, items.length])).toEqual([
      ['From', 0],
      ['To', 1],
    ])
    expect(await alter(helen, [item(id)], { is_unfiled: true })).toMatchObject([{ id: to!.id, items: [] }])
    expect(from!.id).not.toBe(to!.id)
    expect(idsOf((await saved(helen)).unfiled_bookmarks)).toContain(id)
  })

  it('keeps a note until it is emptied (OP-GetBookmarkCollections)', async () => {
    const { id } = await fresh()
    await alter(helen, [item(id, { note: ' For the committee. ' })])
    const noteOf = async () => (await saved(helen)).unfiled_bookmarks.find(({ item_id }) => item_id === id)!.note
    expect(await noteOf()).toBe('For the committee.')
    await alter(helen, [item(id, { is_removed: false })])
    expect(await noteOf()).toBe('For the committee.')
    await alter(helen, [item(id, { note: '' })])
    expect(await noteOf()).toBeNull()
  })

  it('knows the replies since it was saved', async () => {
    const { id } = await fresh()
    await alter(helen, [item(id)])
    await insertMessage(testServer, { thread: id, sender: marcus.id })
    const row = (await saved(helen)).unfiled_bookmarks.find(({ item_id }) => item_id === id)!
    expect(row.thread!.num_of_responses - row.num_of_responses!).toBe(1)
  })

  it('refuses with a sentence', async () => {
    const { id } = await fresh()
    const [one] = await alter(helen, [], { title: 'Taken' })
    const [other] = await alter(helen, [], { title: 'Other' })
    expect(await refused(helen, [], { title: ' ' })).toContain('Enter a name for the collection.')
    expect(await refused(helen, [], { title: 'x'.repeat(81) })).toContain('Use at most 80 characters')
    expect(await refused(helen, [], { collection_id: other!.id, title: 'TAKEN' })).toContain(
      'You already have a collection',
    )
    expect(await refused(helen, [item(id, { note: 'x'.repeat(BOOKMARK_NOTE_LENGTH + 1) })])).toContain('501 characters')
    expect(
      await refused(
        helen,
        Array.from({ length: BOOKMARKS_PER_CALL + 1 }, () => item(id)),
      ),
    ).toContain('at most 200')
    expect(one!.items).toEqual([])
  })
})

describe('what nobody else sees', () => {
  it('is in no list of another member, who cannot change it either (FEATURE-bookmarks)', async () => {
    const { id } = await fresh()
    const [made] = await alter(helen, [item(id)], { title: 'Mine alone' })
    expect(JSON.stringify(await saved(marcus))).not.toContain('Mine alone')
    expect((await marcus.ask(thread, { id })).thread!.is_bookmarked).toBe(false)
    expect(await refused(marcus, [], { collection_id: made!.id, title: 'Ours' })).toContain('doesn’t exist')
    expect(await refused(marcus, [], { collection_id: made!.id, is_deleted: true })).toContain('doesn’t exist')
    expect(JSON.stringify(await saved(helen))).toContain('Mine alone')
  })

  it('does not save what the member may not read, and answers as if it were not there', async () => {
    const { id } = await fresh([finance])
    expect((await samuel.ask(thread, { id })).thread).not.toBeNull()
    const elsewhere = await refused(helen, [item(id)])
    expect(elsewhere).toContain('This isn’t available anymore')
    expect(await refused(helen, [item(9_007_199_254_740_991)])).toBe(elsewhere)
  })

  it('shows an item that may no longer be read without its content, and can still remove it', async () => {
    const { id } = await fresh()
    const [made] = await alter(helen, [item(id)], { title: 'Gone' })
    await testServer.sql('update thread_feed set visible = false where thread_id = $1', [id])
    await testServer.sql('update threads set removed_at = now() where id = $1', [id])
    const gone = (await saved(helen)).bookmark_collections.find((each) => each.id === made!.id)!
    expect(gone.items).toMatchObject([{ kind: 'THREAD', item_id: id, thread: null }])
    expect(await alter(helen, [item(id, { is_removed: true })])).toMatchObject([{ items: [] }])
  })
})

describe('the feed', () => {
  it('marks what the viewer saved', async () => {
    const { id } = await fresh()
    await alter(helen, [item(id)])
    const { threads: feed } = await helen.ask(threads, {})
    const marks = feed.items.map((each) => [each.thread.id, each.thread.is_bookmarked])
    expect(marks).toContainEqual([id, true])
    expect(marks.filter(([, isSaved]) => isSaved).length).toBeLessThan(marks.length)
  })
})

/** For each other kind: its field, and the ids of what belongs to a network. */
const KINDS = {
  PEER_DOCUMENT: [
    'peer_document',
    "select d.id from peer_documents d join peer_document_networks n on n.document_id = d.id where d.state = 'approved' and n.peer_network_id = $1",
  ],
  EVENT: ['event', 'select e.id from events e where e.peer_network_id = $1'],
  EVENT_DOCUMENT: [
    'event_document',
    'select d.id from event_documents d join events e on e.id = d.event_id where e.peer_network_id = $1',
  ],
  EVENT_VIDEO: [
    'event_video',
    'select v.id from event_videos v join events e on e.id = v.event_id where e.peer_network_id = $1',
  ],
  EVENT_MAINSTAGE_SESSION: [
    'mainstage_session',
    'select s.id from mainstage_sessions s join events e on e.id = s.event_id where e.peer_network_id = $1',
  ],
  SERIES: ['series', 'select s.id from series s where s.published_at is not null and s.peer_network_id = $1'],
  SERIES_DOCUMENT: [
    'series_document',
    'select d.id from series_documents d join series s on s.id = d.series_id where s.published_at is not null and s.peer_network_id = $1',
  ],
  SERIES_VIDEO: [
    'series_video',
    'select v.id from series_videos v join series s on s.id = v.series_id where s.published_at is not null and s.peer_network_id = $1',
  ],
} as const
const FIELDS = ['thread', ...Object.values(KINDS).map(([field]) => field)] as const

describe.each(Object.entries(KINDS))('%s', (kind, [field, select]) => {
  const idsIn = async (network: number) =>
    (await testServer.sql<{ id: number }>(`${select} order by 1`, [network])).map(({ id }) => id)

  it('is saved and answered in its own field only', async () => {
    const [id] = await idsIn(legal)
    expect(id).toBeDefined()
    await alter(helen, [{ kind, id, is_removed: false }])
    const row = (await saved(helen)).unfiled_bookmarks.find((each) => each.kind === kind && each.item_id === id)!
    const filled = FIELDS.filter((name) => row[name as keyof typeof row] !== null)
    expect(filled).toEqual([field])
    expect((row[field as keyof typeof row] as { title: string }).title).not.toBe('')
    await alter(helen, [{ kind, id }])
    expect((await saved(helen)).unfiled_bookmarks.some((each) => each.kind === kind && each.item_id === id)).toBe(false)
  })

  it('is not saved by a member who may not read it, as if it were not there', async () => {
    await testServer.sql(
      "delete from network_access where from_network_id <> to_network_id and kind in ('event', 'document')",
    )
    const [id] = await idsIn(finance)
    expect(id).toBeDefined()
    expect(await refused(helen, [{ kind, id }])).toBe(await refused(helen, [{ kind, id: 9_007_199_254_740_991 }]))
    expect(await refused(helen, [{ kind, id }])).toContain('isn’t available')
  })
})
