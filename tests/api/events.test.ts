/** Events and their materials: who finds what, by which filters, and who may open it. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  GetDefaultEventImages,
  GetEventById,
  GetEventCategories,
  GetEventExpertises,
  GetEventVideoById,
  GetEventsDateRange,
  GetMainStageSessionById,
  GetMainStageSessions,
  NextEvents,
  RequestEventDocumentDownload,
  RequestEvents,
  SearchFilterAllEvents,
  SearchFilterEventDocuments,
  SearchFilterEventVideos,
  SearchFilterEvents,
  TrackEventView,
} from '#api/operations.ts'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { EVENT_IMAGES, EVENT_REQUEST } from '#shared/events.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
await storeEventFiles(localBlobs(path.join(testServer.config.dataDir, 'files')).put)
const [helen, samuel, ingrid, ruth, frank, marcus] = await testServer.members(
  demoMembers.member,
  demoMembers.finance,
  demoMembers.executive,
  demoMembers.staff,
  demoMembers.expired,
  demoMembers.peer,
)

async function idOf(table: string, title: string): Promise<number> {
  const [row] = await testServer.sql<{ id: number }>(`select id from ${table} where title = $1`, [title])
  return row!.id
}
const privilege = await idOf('events', 'Privilege in internal investigations')
const pricing = await idOf('events', 'Pricing power after two years of increases')
const dinner = await idOf('events', 'Oslo dinner: safety and succession')
const memo = await idOf('event_documents', 'Interview memo, model form')
const recording = await idOf('event_videos', 'Privilege in internal investigations')
const readAloud = await idOf('mainstage_sessions', 'Privilege, read aloud')
const idIn = async (table: string, name: string) =>
  (await testServer.sql<{ id: number }>(`select id from ${table} where name = $1 limit 1`, [name]))[0]!.id

/** Files of this folder that this process, which is also the server, has open; none where the system doesn't tell. */
function openFiles(folder: string): string[] {
  if (!existsSync('/proc/self/fd')) return []
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return links.filter((file) => file.startsWith(folder))
}

describe('SearchFilterEvents (OP-SearchFilterEvents, ROLE-cross-network-events)', () => {
  const titles = async (client: typeof helen, variables: object = {}) =>
    (await client.ask(SearchFilterEvents, variables)).events.items.map(({ title }) => title)

  it('shows events of own networks and of those whose events they may see', async () => {
    const { events } = await helen.ask(SearchFilterEvents, {})
    expect(events.count).toBe(events.items.length)
    expect(new Set(events.items.map(({ network }) => network.display_name))).toEqual(
      new Set(['Legal Network', 'Finance Network']),
    )
    expect(await titles(ingrid)).toEqual(
      expect.arrayContaining(['Oslo dinner: safety and succession', 'The first ninety days of a new CEO']),
    )
    expect(await titles(ingrid)).not.toContain('Privilege in internal investigations')
    expect((await frank.op(SearchFilterEvents, {})).code).toBe('membership.expired')
  })

  it('loses them in the moment the grant ends', async () => {
    await testServer.sql(`delete from network_access where kind = 'event' and from_network_id <> to_network_id`)
    const { events } = await helen.ask(SearchFilterEvents, {})
    expect(new Set(events.items.map(({ network }) => network.display_name))).toEqual(new Set(['Legal Network']))
    await testServer.sql(`
      insert into network_access (kind, from_network_id, to_network_id)
      select 'event', a.id, b.id from peer_networks a, peer_networks b
      where (a.slug, b.slug) in (('legal', 'finance'), ('finance', 'legal'), ('thesuite', 'executive'))`)
  })

  it('puts what is to come first, the next on top, then the past, the latest on top', async () => {
    const { events } = await helen.ask(SearchFilterEvents, {})
    const now = Date.now()
    const isPast = events.items.map(({ end_date }) => Date.parse(end_date) < now)
    expect(isPast).toEqual(isPast.toSorted((a, b) => Number(a) - Number(b)))
    const starts = (past: boolean) =>
      events.items.filter((_, at) => isPast[at] === past).map(({ start_date }) => start_date)
    expect(starts(false)).toEqual(starts(false).toSorted())
    expect(starts(true)).toEqual(starts(true).toSorted().toReversed())
  })

  it('filters by words, category with its children, expertise, location and dates', async () => {
    expect((await titles(helen, { search: 'privilege' }))[0]).toBe('Privilege in internal investigations')
    const inPerson = await titles(helen, { categories: [await idIn('event_categories', 'In person')] })
    expect(inPerson).toContain('Chicago breakfast: outside counsel budgets')
    expect(inPerson).not.toContain('Privilege in internal investigations')
    expect(
      await titles(helen, { areas_of_expertise: [await idIn('areas_of_expertise', 'Sanctions and trade')] }),
    ).toEqual(['Sanctions: what changed this quarter'])
    expect(await titles(helen, { locations: [await idIn('locations', 'Chicago')] })).toEqual([
      'Chicago breakfast: outside counsel budgets',
    ])
    const now = new Date().toISOString()
    const [past, next] = [await titles(helen, { date_to: now }), await titles(helen, { date_from: now })]
    expect(past.length + next.length).toBe((await helen.ask(SearchFilterEvents, {})).events.count)
    expect(past).toContain('Privilege in internal investigations')
  })

  it('reads pages, with the same count', async () => {
    const first = await helen.ask(SearchFilterEvents, { limit: 3 })
    const second = await helen.ask(SearchFilterEvents, { limit: 3, offset: 3 })
    expect(first.events.count).toBe(second.events.count)
    expect(first.events.items.map(({ id }) => id)).not.toContain(second.events.items[0]!.id)
  })
})

describe('materials (ROLE-can-view)', () => {
  it('have an address only for who may open documents of their network', async () => {
    const { event_documents } = await helen.ask(SearchFilterEventDocuments, {})
    for (const { can_view, url, file } of event_documents.items)
      if (!can_view) expect({ url, file }).toEqual({ url: null, file: null })
    const own = event_documents.items.find(({ id }) => id === memo)!
    expect(own).toMatchObject({ can_view: true, url: `/api/event-documents/${memo}/file`, file: { num_of_pages: 1 } })
    const other = await samuel.ask(SearchFilterEventDocuments, { search: 'interview memo' })
    expect(other.event_documents.items.find(({ id }) => id === memo)).toMatchObject({ can_view: false, url: null })
  })

  it('are found by the words on their pages and in what is said, for who may read those only', async () => {
    const found = await helen.ask(SearchFilterEventDocuments, { search: 'privileged and confidential' })
    expect(found.event_documents.items.find(({ id }) => id === memo)).toMatchObject({
      page_hits: [{ number: 1, label: 'Page' }],
    })
    const said = await helen.ask(SearchFilterEventVideos, { search: 'engagement letter' })
    expect(said.event_videos.items[0]!.id).toBe(recording)
    expect(said.event_videos.items[0]!.cue_hits[0]).toMatchObject({ starts_at_ms: 46_000 })
    expect((await samuel.ask(SearchFilterEventVideos, { search: 'waiver' })).event_videos.count).toBe(0)
    expect((await samuel.ask(SearchFilterEventDocuments, { search: 'confidential' })).event_documents.count).toBe(0)
  })

  it('are the same bytes in every range, also while others read and give up, and no file stays open', async () => {
    const cookie = [...helen.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const read = (range: string) =>
      fetch(`${testServer.url}/api/event-videos/${recording}/file`, { headers: { cookie, range } })
    const bytesOf = async (range: string) => Buffer.from(await (await read(range)).arrayBuffer())
    const whole = randomBytes(300_000)
    const set = (key: string) =>
      testServer.sql(
        `with video as (select v.id, v.storage_key from material_videos v join event_videos e on e.video_id = v.id where e.id = $1)
         update material_videos v set storage_key = $2 from video where v.id = video.id returning video.storage_key as before`,
        [recording, key],
      )
    const [{ before }] = (await set(await localBlobs(`${testServer.config.dataDir}/files`).put(whole))) as [
      { before: string },
    ]
    onTestFinished(async () => void (await set(before)))
    const given: [string, Buffer][] = [
      ['bytes=0-', whole],
      ['bytes=1-65536', whole.subarray(1, 65_537)],
      ['bytes=65535-65536', whole.subarray(65_535, 65_537)],
      ['bytes=70000-140000', whole.subarray(70_000, 140_001)],
      ['bytes=-70000', whole.subarray(-70_000)],
    ]
    const gone = await read('bytes=0-')
    const [answers] = await Promise.all([Promise.all(given.map(([range]) => bytesOf(range))), gone.body!.cancel()])
    for (const [at, [range, bytes]] of given.entries())
      expect({ range, same: answers[at]!.equals(bytes) }).toEqual({ range, same: true })
    expect((await read(`bytes=${whole.length}-`)).status).toBe(416)
    // Not longer: what nobody closes, Node closes some day.
    await expect.poll(() => openFiles(`${testServer.config.dataDir}/files`), { timeout: 500 }).toEqual([])
  })

  it('open in ranges for who may, and are missing for others', async () => {
    const at = `/api/event-videos/${recording}/file`
    const part = await helen.send('GET', at, { headers: { range: 'bytes=0-99' } })
    expect([part.status, part.headers.get('content-range')?.startsWith('bytes 0-99/')]).toEqual([206, true])
    expect((await helen.send('GET', `/api/event-videos/${recording}/preview`)).status).toBe(200)
    expect((await samuel.send('GET', at)).status).toBe(404)
    expect((await testServer.anonymous().send('GET', at)).status).toBe(401)
    expect((await helen.send('GET', `/api/mainstage-sessions/${readAloud}/file`)).status).toBe(200)
    expect((await samuel.send('GET', `/api/mainstage-sessions/${readAloud}/file`)).status).toBe(404)
    const [photo] = await testServer.sql<{ id: number }>('select id from event_photos order by id limit 1')
    expect((await helen.send('GET', `/api/event-photos/${photo!.id}`)).status).toBe(200)
    expect((await ingrid.send('GET', `/api/event-photos/${photo!.id}`)).status).toBe(404)
  })

  it('download by a link of ten minutes (OP-RequestEventDocumentDownload)', async () => {
    const { requestEventDocumentDownload } = await helen.ask(RequestEventDocumentDownload, { doc_id: memo })
    const { document_url } = requestEventDocumentDownload
    expect((await helen.send('GET', document_url)).headers.get('content-disposition')).toContain('attachment')
    expect((await marcus.send('GET', document_url)).status).toBe(404)
    expect((await samuel.op(RequestEventDocumentDownload, { doc_id: memo })).code).toBe('events.document_not_found')
    await testServer.sql(`update material_downloads set requested_at = now() - interval '11 minutes'`)
    expect((await helen.send('GET', document_url)).status).toBe(404)
  })

  it('stay closed until they open', async () => {
    const later = await idOf('event_documents', 'Redlines from three members')
    const event = await helen.ask(SearchFilterEventDocuments, { search: 'redlines' })
    expect(event.event_documents.items[0]).toMatchObject({ id: later, can_view: true, url: null, file: null })
    expect((await helen.op(RequestEventDocumentDownload, { doc_id: later })).code).toBe('events.document_not_open')
    expect((await helen.send('GET', `/api/event-documents/${later}/file`)).status).toBe(404)
    await testServer.sql(`update event_documents set available_from = now() - interval '1 second' where id = $1`, [
      later,
    ])
    expect((await helen.send('GET', `/api/event-documents/${later}/file`)).status).toBe(200)
  })
})

it('GetEventById gives all fields of an event, and nothing of a hidden one (OP-GetEventById)', async () => {
  const { event } = await helen.ask(GetEventById, { id: privilege })
  expect(event).toMatchObject({
    title: 'Privilege in internal investigations',
    can_view: true,
    time_zone: 'America/New_York',
    category: { name: 'Webinars', hosts_label: 'Moderators', parent_category: { name: 'Online' } },
    hosts: [{ user: { name: 'Ruth Calloway' } }],
    speakers: [{ name: 'Marcus Oyelaran' }, { name: 'Ingrid Solberg', user: null, time_zone: 'Europe/Oslo' }],
    documents: [{ id: memo }, {}],
    videos: [{ id: recording, duration: 60 }, { duration: 500 }],
  })
  expect(event!.category.banner_image).toMatch(/^\/event-images\/[a-z]+\.svg$/)
  const summit = await helen.ask(GetEventById, { id: await idOf('events', 'CFO winter summit') })
  expect(summit.event).toMatchObject({
    can_view: false,
    sponsors: [{ name: 'Keel & Pike Advisors' }],
    location: { name: 'Austin' },
  })
  expect(summit.event!.mainstage_sessions).toHaveLength(3)
  expect((await helen.ask(GetEventById, { id: dinner })).event).toBeNull()
  expect((await helen.ask(GetEventById, { id: 999_999 })).event).toBeNull()
})

it('GetEventVideoById and GetMainStageSessionById give what is said only to who may watch (OP-GetMainStageSessionById)', async () => {
  const { event_video } = await helen.ask(GetEventVideoById, { id: recording })
  expect(event_video!.video!.cues.length).toBeGreaterThan(10)
  expect(event_video!.video).toMatchObject({ duration: 60, progress: { position: 24, watched: 24 } })
  const other = await samuel.ask(GetEventVideoById, { id: recording })
  expect(other.event_video).toMatchObject({ can_view: false, url: null, video: null, thumbnail_url: null })
  const { mainstage_session } = await marcus.ask(GetMainStageSessionById, { id: readAloud })
  expect(mainstage_session).toMatchObject({
    title: 'Privilege, read aloud',
    description: 'One memo, taken apart.',
    url: `/api/mainstage-sessions/${readAloud}/file`,
  })
  expect((await samuel.ask(GetMainStageSessionById, { id: readAloud })).mainstage_session).toMatchObject({
    url: null,
    video: null,
  })
  expect((await ingrid.ask(GetMainStageSessionById, { id: readAloud })).mainstage_session).toBeNull()
  const { mainstage_sessions } = await helen.ask(GetMainStageSessions, {})
  expect(mainstage_sessions.items.map(({ title }) => title)).toContain('Privilege, read aloud')
})

it('SearchFilterAllEvents counts each kind (OP-SearchFilterAllEvents)', async () => {
  const all = await helen.ask(SearchFilterAllEvents, { search: 'privilege' })
  expect(all.events.count).toBeGreaterThan(0)
  expect(all.event_documents.count).toBeGreaterThan(0)
  expect(all.event_videos.count).toBeGreaterThan(0)
  expect(all.mainstage_sessions.count).toBeGreaterThan(0)
  const none = await ingrid.ask(SearchFilterAllEvents, { search: 'privilege' })
  expect(none.events.count + none.event_documents.count + none.event_videos.count + none.mainstage_sessions.count).toBe(
    0,
  )
})

it('gives the lists that the filters need, of visible events', async () => {
  const { events_date_range } = await ingrid.ask(GetEventsDateRange, {})
  const { events } = await ingrid.ask(SearchFilterEvents, {})
  const starts = events.items.map(({ start_date }) => start_date).toSorted()
  expect(events_date_range).toEqual({ earliest: starts[0], latest: starts.at(-1) })
  const { event_categories } = await helen.ask(GetEventCategories, {})
  expect(event_categories.find(({ name }) => name === 'Summits')).toMatchObject({
    hosts_label: 'Chairs',
    banner_image: '/event-images/arches.svg',
    parent_category: { name: 'In person' },
  })
  const areas = async (client: typeof helen) =>
    (await client.ask(GetEventExpertises, {})).event_expertises.map(({ name }) => name)
  expect(await areas(helen)).toContain('Sanctions and trade')
  expect(await areas(ingrid)).not.toContain('Sanctions and trade')
  const { default_event_images } = await helen.ask(GetDefaultEventImages, {})
  expect(default_event_images.map(({ name }) => name)).toEqual([...EVENT_IMAGES])
})

it('RequestEvents needs a description (OP-RequestEvents, VALID-event-request)', async () => {
  const { requestEvents } = await helen.ask(RequestEvents, {
    description: ' The slides, please. ',
    event_id: privilege,
  })
  expect(requestEvents.description).toBe('The slides, please.')
  expect(await helen.op(RequestEvents, { description: '  ' })).toMatchObject({
    code: 'events.request',
    field: 'description',
  })
  expect((await helen.op(RequestEvents, { description: 'a'.repeat(EVENT_REQUEST + 1) })).code).toBe('events.request')
  expect((await helen.op(RequestEvents, { description: 'It', event_id: dinner })).code).toBe('events.not_found')
  const key = 'the same request'
  const once = await helen.ask(RequestEvents, { description: 'Once', idempotency_key: key })
  const again = await helen.ask(RequestEvents, { description: 'Once', idempotency_key: key })
  expect(again.requestEvents.id).toBe(once.requestEvents.id)
})

it('TrackEventView records a view of what may be seen (OP-TrackEventView)', async () => {
  expect((await helen.ask(TrackEventView, { event_id: pricing })).trackEventView).toEqual({ success: true })
  expect((await helen.op(TrackEventView, { event_id: dinner })).code).toBe('events.not_found')
  expect((await ruth.ask(TrackEventView, { event_id: dinner })).trackEventView.success).toBe(true)
})

it('NextEvents gives what the member attends before others, and nothing past or canceled', async () => {
  const { next_events } = await helen.ask(NextEvents, {})
  expect(next_events).toHaveLength(3)
  expect(next_events.every(({ registration }) => registration !== null)).toBe(true)
  expect(next_events.map(({ title }) => title)).not.toContain('Paris breakfast on outsourcing rules')
  const foreign = await ingrid.ask(NextEvents, {})
  expect(foreign.next_events.map(({ title }) => title)).toEqual(['Oslo dinner: safety and succession'])
})
