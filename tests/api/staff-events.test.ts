/** Staff create, move and cancel events, add their materials, and answer requests; members see none of it. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  AddEventDocument,
  AddEventVideo,
  AnswerEventRequest,
  CancelEvent,
  GetEventById,
  GetEventCategories,
  GetEventVideoById,
  GetStaffActs,
  GetStaffEventRequests,
  Notifications,
  RegisterForEvent,
  RemoveEventDocument,
  RemoveEventVideo,
  RemoveMainStageSession,
  RequestEvents,
  SaveEvent,
  SaveEventCategory,
  SaveEventPhotos,
  SaveMainStageSession,
  type EventInput,
  type EventPhotoInput,
} from '#api/operations.ts'
import { pdfOf } from '#database/seed/file-forms.ts'
import { chaptersIn, cuesIn } from '#shared/captions.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { upload, uploadedInParts } from '../harness/uploads.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [ruth, helen, marcus, priya] = await testServer.members(
  demoMembers.staff,
  demoMembers.member,
  demoMembers.peer,
  'priya@members.test',
)
const [category] = (await ruth.ask(GetEventCategories, {})).event_categories

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const input = (part: Partial<EventInput> = {}): EventInput => ({
  peer_network_id: legal,
  category_id: category!.id,
  title: 'Board papers clinic',
  description: 'Bring one page.',
  wall_start: `${day(40)}T09:00`,
  wall_end: `${day(40)}T10:00`,
  time_zone: 'America/New_York',
  location_id: null,
  venue: 'Online',
  capacity: 2,
  areas_of_expertise: [],
  people: [
    { role: 'speaker', email: demoMembers.peer },
    { role: 'sponsor', name: 'Keel & Pike' },
  ],
  ...part,
})
const create = async (part?: Partial<EventInput>) => (await ruth.ask(SaveEvent, { event: input(part) })).saveEvent.id
const news = async (client: Client, id: number) => {
  await testServer.runJobs()
  const { notifications } = await client.ask(Notifications, { filter: { notification_type: 'event_soon' } })
  return notifications.items
    .map(({ payload }) => payload as { event_id: number; news: string })
    .filter(({ event_id }) => event_id === id)
    .map((payload) => payload.news)
}

describe('SaveEvent', () => {
  it('creates an event with members and others, and is on the record (STAFF-events)', async () => {
    const id = await create()
    const { event } = await helen.ask(GetEventById, { id })
    expect(event).toMatchObject({
      title: 'Board papers clinic',
      speakers: [{ name: 'Marcus Oyelaran' }],
      sponsors: [{ name: 'Keel & Pike', user: null }],
      capacity: 2,
    })
    const { staff_acts } = await ruth.ask(GetStaffActs, {})
    expect(staff_acts.items[0]).toMatchObject({ act: 'event.created', item_name: 'Board papers clinic' })
  })

  it('moves an event: old time, new instant, calendars and members learn of it', async () => {
    const id = await create()
    await helen.ask(RegisterForEvent, { event_id: id })
    const wall_start = `${day(41)}T11:00`
    await ruth.ask(SaveEvent, { id, event: input({ wall_start, wall_end: `${day(41)}T12:00` }) })
    expect((await helen.ask(GetEventById, { id })).event).toMatchObject({ wall_start, moved_from: `${day(40)}T09:00` })
    expect(await news(helen, id)).toEqual(['moved'])
    const [row] = await testServer.sql('select sequence from events where id = $1', [id])
    expect(row).toEqual({ sequence: 1 })
  })

  it('lets those who wait move up when there is more room, and never takes a place away', async () => {
    const id = await create({ capacity: 2 })
    for (const client of [helen, marcus, priya]) await client.ask(RegisterForEvent, { event_id: id })
    expect(await ruth.op(SaveEvent, { id, event: input({ capacity: 1 }) })).toMatchObject({
      code: 'events.staff',
      field: 'capacity',
    })
    await ruth.ask(SaveEvent, { id, event: input({ capacity: 3 }) })
    expect((await priya.ask(GetEventById, { id })).event!.registration!.status).toBe('going')
    expect(await news(priya, id)).toEqual(['promoted'])
  })

  it('refuses the hour that the clocks skip, an end before the start, and a zone that is none', async () => {
    const refused = async (part: Partial<EventInput>) => (await ruth.op(SaveEvent, { event: input(part) })).field
    expect(await refused({ wall_start: '2027-03-14T02:30', wall_end: '2027-03-14T04:00' })).toBe('wall_start')
    expect(await refused({ wall_end: `${day(40)}T08:00` })).toBe('wall_end')
    expect(await refused({ time_zone: 'America/Gotham' })).toBe('time_zone')
    expect(await refused({ title: ' ' })).toBe('title')
    expect(await refused({ people: [{ role: 'host', email: 'nobody@nowhere.test' }] })).toBe('people')
  })
})

it('CancelEvent tells who is registered, once', async () => {
  const id = await create()
  await helen.ask(RegisterForEvent, { event_id: id })
  await ruth.ask(CancelEvent, { id })
  await ruth.ask(CancelEvent, { id })
  expect(await news(helen, id)).toEqual(['canceled'])
  expect((await helen.ask(GetEventById, { id })).event!.cancelled_at).not.toBeNull()
})

it('SaveEventCategory keeps names apart, and two levels (STAFF-events)', async () => {
  const name = 'Retreats'
  const { saveEventCategory } = await ruth.ask(SaveEventCategory, { name, hosts_label: 'Guides', banner: 'lamps' })
  expect(saveEventCategory).toMatchObject({ name, banner_image: '/event-images/lamps.svg' })
  const field = async (variables: object) =>
    (await ruth.op(SaveEventCategory, { name: 'Another', hosts_label: 'Hosts', ...variables })).field
  expect(await field({ name: 'retreats' })).toBe('name')
  const child = (await ruth.ask(GetEventCategories, {})).event_categories.find(
    ({ parent_category }) => parent_category,
  )!
  expect(await field({ parent_id: child.id })).toBe('parent_id')
  expect(await field({ parent_id: 999_999 })).toBe('parent_id')
  expect(await field({ banner: 'skulls' })).toBe('banner')
})

it('adds and removes sessions, documents and recordings (STAFF-events)', async () => {
  const id = await create()
  const session = {
    title: 'Opening',
    description: '',
    speakers: 'Marcus',
    room: 'Hall',
    wall_start: `${day(40)}T09:00`,
  }
  await ruth.ask(SaveMainStageSession, { event_id: id, session })
  const pdf = await upload(testServer, ruth, 'Program.pdf', new Uint8Array(pdfOf(['Program'])))
  await ruth.ask(AddEventDocument, { event_id: id, title: 'Program', file: pdf.data! })
  const bytes = new Uint8Array(readFileSync('database/seed/events/videos/boards.webm'))
  const film = await uploadedInParts(ruth, 'boards.webm', bytes, 'video')
  expect(film).toMatchObject({ file_type: 'video/webm' })
  await ruth.ask(AddEventVideo, {
    event_id: id,
    file: film,
    video: {
      title: 'Recording',
      description: '',
      captions: 'WEBVTT\n\n00:01.000 --> 00:03.500\n<v Ingrid>Names &amp; numbers',
      chapters: '0:00 Start\n0:20 End',
    },
  })
  const { event } = await helen.ask(GetEventById, { id })
  expect(event).toMatchObject({ documents: [{ title: 'Program' }], videos: [{ title: 'Recording', duration: 42 }] })
  const { event_video } = await helen.ask(GetEventVideoById, { id: event!.videos[0]!.id })
  expect(event_video!.video).toMatchObject({
    cues: [{ starts_at_ms: 1000, ends_at_ms: 3500, speaker: 'Ingrid', content: 'Names & numbers' }],
    chapters: [{ title: 'Start' }, { starts_at_ms: 20_000 }],
  })
  expect((await helen.send('GET', event_video!.url!)).status).toBe(200)
  await ruth.ask(RemoveMainStageSession, { id: event!.mainstage_sessions[0]!.id })
  await ruth.ask(RemoveEventDocument, { id: event!.documents[0]!.id })
  await ruth.ask(RemoveEventVideo, { id: event!.videos[0]!.id })
  expect((await helen.ask(GetEventById, { id })).event).toMatchObject({
    documents: [],
    videos: [],
    mainstage_sessions: [],
  })
  expect((await upload(testServer, helen, 'boards.webm', bytes)).message).toContain('isn’t a supported file type')
  expect(
    (await ruth.op(AddEventVideo, { event_id: id, file: film, video: { title: 'x', description: '' } })).code,
  ).toBe('uploads.gone')
})

it('SaveEventPhotos adds, describes, orders and removes photos, which members with access see (STAFF-events)', async () => {
  const id = await create()
  const other = await create()
  const drawn = async (name: string, color: string) => {
    const png = await sharp({ create: { width: 40, height: 25, channels: 3, background: color } })
      .png()
      .toBuffer()
    return (await upload(testServer, ruth, name, new Uint8Array(png))).data!
  }
  const save = (photos: EventPhotoInput[], event_id = id) => ruth.op(SaveEventPhotos, { event_id, photos })
  const [hall, stage] = [await drawn('hall.png', 'red'), await drawn('stage.png', 'blue')]
  const { saveEventPhotos } = await ruth.ask(SaveEventPhotos, {
    event_id: id,
    photos: [
      { caption: ' The hall ', file: hall },
      { caption: 'The stage', file: stage },
    ],
  })
  const [first, second] = saveEventPhotos.photos
  expect(saveEventPhotos.photos.map(({ caption }) => caption)).toEqual(['The hall', 'The stage'])
  expect((await helen.send('GET', first!.image_url)).status).toBe(200)

  await save([
    { id: second!.id, caption: 'The stage, empty' },
    { id: first!.id, caption: 'The hall' },
  ])
  const photos = async () => (await helen.ask(GetEventById, { id })).event!.photos.map(({ caption }) => caption)
  expect(await photos()).toEqual(['The stage, empty', 'The hall'])
  await save([{ id: second!.id, caption: 'The stage, empty' }])
  expect(await photos()).toEqual(['The stage, empty'])
  expect((await helen.send('GET', first!.image_url)).status).toBe(404)

  const pdf = (await upload(testServer, ruth, 'Program.pdf', new Uint8Array(pdfOf(['Program'])))).data!
  expect((await save([{ id: second!.id, caption: ' ' }])).code).toBe('events.staff')
  expect((await save([{ caption: 'No file' }])).code).toBe('events.staff')
  expect((await save([{ caption: 'No image', file: { ...pdf, file_type: 'image/png' } }])).code).toBe('events.staff')
  expect((await save([{ id: second!.id, caption: 'Of another event' }], other)).code).toBe('staff.not_found')
  expect(await photos()).toEqual(['The stage, empty'])
})

it('SaveMainStageSession changes a session in place', async () => {
  const id = await create()
  const session = { title: 'Opening', description: '', speakers: '', room: 'Hall', wall_start: `${day(40)}T09:00` }
  await ruth.ask(SaveMainStageSession, { event_id: id, session })
  const sessions = async () => (await helen.ask(GetEventById, { id })).event!.mainstage_sessions
  const [before] = await sessions()
  const changed = {
    title: 'Welcome',
    description: 'Late.',
    speakers: 'Ana',
    room: null,
    wall_start: `${day(40)}T09:15`,
  }
  await ruth.ask(SaveMainStageSession, { id: before!.id, event_id: id, session: changed })
  expect(await sessions()).toMatchObject([{ id: before!.id, ...changed }])
})

it('AnswerEventRequest: staff see what members ask for', async () => {
  const { requestEvents } = await helen.ask(RequestEvents, { description: 'The slides of spring' })
  const { staff_event_requests } = await ruth.ask(GetStaffEventRequests, {})
  expect(staff_event_requests.items[0]).toMatchObject({ id: requestEvents.id, user: { name: 'Helen Marsh' } })
  expect((await helen.ask(GetStaffEventRequests, {})).staff_event_requests).toEqual({ items: [], count: 0 })
  expect((await ruth.ask(AnswerEventRequest, { id: requestEvents.id })).answerEventRequest!.answered_at).not.toBeNull()
})

it('refuses all of it to members, like what does not exist', async () => {
  const file = { key: 'a'.repeat(22), name: 'a.pdf', file_type: 'application/pdf', size: 1 }
  const session = { title: 'x', description: '', speakers: '' }
  const codes = [
    await helen.op(SaveEvent, { event: input() }),
    await helen.op(CancelEvent, { id: 1 }),
    await helen.op(SaveEventCategory, { name: 'x', hosts_label: 'x' }),
    await helen.op(SaveMainStageSession, { event_id: 1, session }),
    await helen.op(RemoveMainStageSession, { id: 1 }),
    await helen.op(AddEventDocument, { event_id: 1, title: 'x', file }),
    await helen.op(RemoveEventDocument, { id: 1 }),
    await helen.op(AddEventVideo, { event_id: 1, file, video: { title: 'x', description: '' } }),
    await helen.op(RemoveEventVideo, { id: 1 }),
    await helen.op(SaveEventPhotos, { event_id: 1, photos: [] }),
    await helen.op(AnswerEventRequest, { id: 1 }),
  ].map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set(['staff.not_found']))
})

it('reads captions and chapters as staff paste them', () => {
  expect(cuesIn('WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue {}\n\n1\n1:00:00.000 --> 1:00:02,5 align:left\nA\nB\n')).toEqual(
    [{ starts_at_ms: 3_600_000, ends_at_ms: 3_602_500, speaker: null, content: 'A B' }],
  )
  expect(chaptersIn('0:00 One\n\n 1:02:03 Two\nThree')).toEqual({
    chapters: [
      { starts_at_ms: 0, title: 'One' },
      { starts_at_ms: 3_723_000, title: 'Two' },
    ],
    wrong: 'Three',
  })
})
