/** Staff who edit the content of one network: all of it there, and nothing elsewhere, as if it did not exist. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  AddVideo,
  AnswerEventRequest,
  ApprovePeerDocument,
  AskForDocumentChanges,
  CancelEvent,
  EditPeerDocument,
  GetContentNetworks,
  GetEventCategories,
  GetStaffDocuments,
  GetStaffEventRequests,
  GetStaffSeries,
  GetStaffSeriesById,
  GetVideoChoices,
  InitialUser,
  ModerateDocumentRequest,
  RefusePeerDocument,
  RemoveEventDocument,
  RemoveEventVideo,
  RemoveMainStageSession,
  SaveEvent,
  SaveEventCategory,
  SaveEventPhotos,
  SaveMainStageSession,
  SaveSeries,
  type EventInput,
  type SaveSeriesMutationVariables,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploadedInParts } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const editor = await newStaff(testServer, { role: 'content', network: legal })
const [category] = (await ruth.ask(GetEventCategories, {})).event_categories
const NOWHERE = 9_007_199_254_740_991
const reason = 'It names a client.'

const inserted = async (query: string, values: unknown[]) =>
  (await testServer.sql<{ id: number }>(`${query} returning id`, values))[0]!.id

/** Something of each kind in a network. */
async function contentOf(network: number) {
  const { sql } = testServer
  const event = await inserted(
    `insert into events (peer_network_id, category_id, title, wall_start, wall_end, time_zone)
     select $1, $2, 'Clinic', now() + interval '9 days', now() + interval '10 days', 'UTC'`,
    [network, category!.id],
  )
  const video = await inserted(
    `insert into material_videos (name, file_type, size, storage_key, duration) values ($1, 'video/webm', 1, repeat('1', 64), 60)`,
    [`Of ${network}`],
  )
  const addFile = () =>
    inserted(
      `insert into material_files (name, file_type, size, storage_key) values ($1, 'text/plain', 1, repeat('1', 64))`,
      [`Of ${network}.txt`],
    )
  const series = await inserted(`insert into series (peer_network_id, title) values ($1, 'Series')`, [network])
  await sql(`insert into series_videos (series_id, video_id, title, index) values ($1, $2, 'Part', 1)`, [series, video])
  const document = await inserted(
    `insert into peer_documents (title, description, type, state, submitter_id) values ('Playbook', '', 'other', 'pending', $1)`,
    [helen.id],
  )
  await sql('insert into peer_document_networks (document_id, peer_network_id) values ($1, $2)', [document, network])
  await sql('insert into document_versions (document_id, file_id, number) values ($1, $2, 1)', [
    document,
    await addFile(),
  ])
  const request = await inserted(
    `insert into document_requests (document_title, request, requester_id) values ('A checklist', 'Of closings', $1)`,
    [helen.id],
  )
  await sql('insert into document_request_networks (request_id, peer_network_id) values ($1, $2)', [request, network])
  return {
    event,
    video,
    series,
    document,
    request,
    session: await inserted(`insert into mainstage_sessions (event_id, title) values ($1, 'Opening')`, [event]),
    slides: await inserted(`insert into event_documents (event_id, file_id, title) values ($1, $2, 'Slides')`, [
      event,
      await addFile(),
    ]),
    recording: await inserted(`insert into event_videos (event_id, video_id, title) values ($1, $2, 'Recording')`, [
      event,
      video,
    ]),
    material: await inserted(
      `insert into event_requests (user_id, event_id, description) values ($1, $2, 'The slides, please.')`,
      [helen.id, event],
    ),
  }
}
type Content = Awaited<ReturnType<typeof contentOf>>

let own: Content
let foreign: Content
beforeAll(async () => {
  own = await contentOf(legal)
  foreign = await contentOf(finance)
})

const event = (peer_network_id: number): EventInput => ({
  peer_network_id,
  category_id: category!.id,
  title: 'Board papers clinic',
  description: '',
  wall_start: '2030-03-01T09:00',
  wall_end: '2030-03-01T10:00',
  time_zone: 'America/New_York',
  location_id: null,
  venue: 'Online',
  capacity: null,
  areas_of_expertise: [],
  people: [],
})
const series = (peer_network_id: number, more: object = {}): SaveSeriesMutationVariables['series'] => ({
  peer_network_id,
  title: 'Privacy in fifteen states',
  is_published: false,
  videos: [],
  documents: [],
  speakers: [],
  sponsors: [],
  ...more,
})
const edited = (id: number, networks: number[]) => ({
  id,
  networks,
  title: 'Playbook',
  type: 'other' as const,
  topics: [],
  geographies: [],
  is_featured: false,
  is_watermarked: false,
})
const session = { title: 'Opening', description: '', speakers: '' }

/** Each act on something that has a network; the kind is what it is done to. */
const ACTS: [string, keyof Content, (client: Client, id: number) => Promise<{ code?: string }>][] = [
  ['AskForDocumentChanges', 'document', (client, id) => client.op(AskForDocumentChanges, { id, reason })],
  ['RefusePeerDocument', 'document', (client, id) => client.op(RefusePeerDocument, { id, reason })],
  ['ApprovePeerDocument', 'document', (client, id) => client.op(ApprovePeerDocument, { id })],
  ['EditPeerDocument', 'document', (client, id) => client.op(EditPeerDocument, edited(id, [legal]))],
  ['ModerateDocumentRequest', 'request', (client, id) => client.op(ModerateDocumentRequest, { id, approve: true })],
  ['SaveMainStageSession', 'event', (client, event_id) => client.op(SaveMainStageSession, { event_id, session })],
  ['SaveEventPhotos', 'event', (client, event_id) => client.op(SaveEventPhotos, { event_id, photos: [] })],
  ['AnswerEventRequest', 'material', (client, id) => client.op(AnswerEventRequest, { id })],
  ['RemoveMainStageSession', 'session', (client, id) => client.op(RemoveMainStageSession, { id })],
  ['RemoveEventDocument', 'slides', (client, id) => client.op(RemoveEventDocument, { id })],
  ['RemoveEventVideo', 'recording', (client, id) => client.op(RemoveEventVideo, { id })],
  ['SaveEvent', 'event', (client, id) => client.op(SaveEvent, { id, event: event(legal) })],
  ['CancelEvent', 'event', (client, id) => client.op(CancelEvent, { id })],
  [
    'SaveSeries',
    'series',
    (client, id) => client.op(SaveSeries, { id, series: series(legal), idempotency_key: newKey() }),
  ],
]

describe('a content role for one network (STAFF-roles)', () => {
  it.each(ACTS)('%s works there, and is answered elsewhere as for nothing at all', async (_, kind, act) => {
    const acts = () => testServer.sql('select id from staff_acts order by id')
    const before = await acts()
    const [elsewhere, nowhere] = [await act(editor, foreign[kind]), await act(editor, NOWHERE)]
    expect(elsewhere.code).toMatch(/not_found$/)
    expect(elsewhere).toEqual(nowhere)
    expect(await acts()).toEqual(before)
    expect((await act(helen, own[kind])).code).toBe('staff.not_found')
    expect((await act(editor, own[kind])).code).toBeUndefined()
    expect((await acts()).length).toBeGreaterThan(before.length)
  })

  it('creates only there, and moves nothing elsewhere', async () => {
    expect((await editor.op(SaveEvent, { event: event(legal) })).code).toBeUndefined()
    expect(await editor.op(SaveEvent, { event: event(finance) })).toMatchObject({ field: 'peer_network_id' })
    expect(await editor.op(SaveEvent, { id: own.event, event: event(finance) })).toMatchObject({
      field: 'peer_network_id',
    })
    const save = (input: object) => editor.op(SaveSeries, { idempotency_key: newKey(), ...input } as never)
    expect((await save({ series: series(legal) })).code).toBeUndefined()
    for (const id of [null, own.series])
      expect(await save({ id, series: series(finance) })).toMatchObject({ field: 'peer_network_id' })
    for (const networks of [[finance], [legal, finance]])
      expect(await editor.op(EditPeerDocument, edited(own.document, networks))).toMatchObject({
        code: 'documents.networks',
        field: 'networks',
      })
    expect((await editor.op(SaveEventCategory, { name: 'Matrix', hosts_label: 'Hosts' })).code).toBe('staff.not_found')
  })

  it('decides on a document of two networks, and leaves what others show', async () => {
    const both = await contentOf(legal)
    await testServer.sql('insert into peer_document_networks (document_id, peer_network_id) values ($1, $2)', [
      both.document,
      finance,
    ])
    expect((await editor.op(ApprovePeerDocument, { id: both.document })).code).toBeUndefined()
    expect((await editor.op(EditPeerDocument, edited(both.document, [legal]))).code).toBe('documents.networks')
    expect((await ruth.op(EditPeerDocument, edited(both.document, [legal]))).code).toBeUndefined()
  })

  it('lists what is there', async () => {
    const shown = async (client: Client) => {
      const { staff_documents } = await client.ask(GetStaffDocuments, { limit: 25 })
      const { staff_event_requests } = await client.ask(GetStaffEventRequests, {})
      const { staff_series } = await client.ask(GetStaffSeries, {})
      return {
        documents: staff_documents.items.map(({ id }) => id),
        requests: staff_event_requests.items.map(({ id }) => id),
        series: staff_series.items.map(({ id }) => id),
        videos: (await client.ask(GetVideoChoices, {})).video_choices.map(({ id }) => id),
        networks: (await client.ask(GetContentNetworks, {})).content_networks.map(({ id }) => id),
      }
    }
    const all = await shown(ruth)
    const part = await shown(editor)
    const fresh = await contentOf(legal)
    const hidden = await contentOf(finance)
    expect(part.networks).toEqual([legal])
    expect(all.networks).toContain(finance)
    const later = await shown(editor)
    expect(later.requests).toContain(fresh.material)
    expect(later.requests).not.toContain(hidden.material)
    expect(later.series).toContain(fresh.series)
    expect(later.series).not.toContain(hidden.series)
    expect(later.videos).toContain(fresh.video)
    expect(later.videos).not.toContain(hidden.video)
    expect(later.documents).toContain(fresh.document)
    expect(later.documents).not.toContain(hidden.document)
    expect((await shown(helen)).networks).toEqual([])
    expect((await editor.ask(GetStaffSeriesById, { id: hidden.series })).staff_series_by_id).toBeNull()
  })

  it('takes no video of another network as a part, and keeps one that is there', async () => {
    const { series: id, video } = await contentOf(legal)
    const { video: hidden } = await contentOf(finance)
    const save = (ids: number[]) =>
      editor.op(SaveSeries, {
        id,
        series: series(legal, { videos: ids.map((video_id) => ({ video_id, title: 'Part' })) }),
        idempotency_key: newKey(),
      })
    expect(await save([video, hidden])).toMatchObject({ code: 'learning.series', field: 'videos' })
    expect((await save([video])).code).toBeUndefined()
    await testServer.sql('update material_videos set added_by = $2 where id = $1', [hidden, editor.id])
    expect((await save([video, hidden])).code).toBeUndefined()
  })

  it('adds a video that is then a choice there, and of nobody in another network', async () => {
    const other = await newStaff(testServer, { role: 'content', network: finance })
    const bytes = new Uint8Array(readFileSync('database/seed/events/videos/boards.webm'))
    const file = await uploadedInParts(editor, 'part.webm', bytes, 'video')
    const { addVideo } = await editor.ask(AddVideo, { file })
    const choices = async (client: Client) => (await client.ask(GetVideoChoices, {})).video_choices.map(({ id }) => id)
    expect(await choices(editor)).toContain(addVideo.id)
    expect(await choices(ruth)).toContain(addVideo.id)
    expect(await choices(other)).not.toContain(addVideo.id)
  })

  it('has its desks, and not those that show all networks', async () => {
    const { viewer } = await editor.ask(InitialUser, {})
    expect(viewer).toMatchObject({ permissions: ['content', 'figures'], permissions_everywhere: [] })
    expect((await ruth.ask(InitialUser, {})).viewer.permissions_everywhere).toContain('content')
    const answered = async (path: string) => (await editor.send('GET', path)).status
    expect(await answered('/staff/library/events')).toBe(200)
    expect(await answered('/staff/guides')).toBe(404)
  })
})
