/** Staff create and edit series; members see what is published, and learn nothing of the rest. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  AddVideo,
  GetStaffSeries,
  GetStaffSeriesById,
  GetStaffActs,
  GetVideoChoices,
  SaveSeries,
  SeriesByPk,
  type SaveSeriesMutationVariables,
} from '#api/operations.ts'
import { pdfOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { uploaded, uploadedInParts } from '../harness/uploads.ts'

const testServer = await startTestServer()
const [helen, ruth] = await testServer.members(demoMembers.member, demoMembers.staff)
const idOf = async (table: string, title: string) =>
  (await testServer.sql<{ id: number }>(`select id from ${table} where title = $1`, [title]))[0]!.id
const vendors = await idOf('series', 'Negotiating with model vendors')
const minutes = await idOf('series', 'Board minutes that hold up')
const first = await idOf('series_videos', 'What we bought, and from whom')

it('AddVideo adds a video with captions and chapters to what parts are chosen from; members cannot', async () => {
  const bytes = new Uint8Array(readFileSync('database/seed/events/videos/boards.webm'))
  const file = await uploadedInParts(ruth, 'a-part.webm', bytes, 'video')
  expect((await helen.op(AddVideo, { file })).code).toBe('staff.not_found')
  expect((await ruth.op(AddVideo, { file, chapters: 'no time' })).code).toBe('materials.video')
  const captions = 'WEBVTT\n\n00:01.000 --> 00:03.500\nNames and numbers'
  const { addVideo } = await ruth.ask(AddVideo, { file, captions, chapters: '0:00 Start' })
  expect(addVideo).toMatchObject({ name: 'a-part.webm', duration: 42 })
  expect((await ruth.ask(GetVideoChoices, {})).video_choices).toContainEqual(addVideo)
  expect(await testServer.sql('select content from material_cues where video_id = $1', [addVideo.id])).toEqual([
    { content: 'Names and numbers' },
  ])
  expect((await ruth.op(AddVideo, { file })).code).toBe('uploads.gone')
})

describe('SaveSeries', () => {
  type Input = SaveSeriesMutationVariables['series']
  const networkId = async (slug: string) =>
    (await testServer.sql<{ id: number }>('select id from peer_networks where slug = $1', [slug]))[0]!.id
  const input = async (more: Partial<Input> = {}): Promise<Input> => ({
    peer_network_id: await networkId('legal'),
    title: 'Privacy in fifteen states',
    description: 'One program, and a table that stays current.',
    is_published: true,
    videos: [],
    documents: [],
    speakers: [],
    sponsors: [],
    ...more,
  })

  it('lets staff create a series with parts, a document, speakers and a sponsor, on record (STAFF-series)', async () => {
    const { video_choices } = await ruth.ask(GetVideoChoices, {})
    const [one, two] = video_choices
    const file = await uploaded(testServer, ruth, 'table.pdf', pdfOf(['Privacy table', 'Fifteen rows']))
    const series = await input({
      videos: [
        { video_id: one!.id, title: 'First part' },
        { video_id: two!.id, title: 'Second part' },
      ],
      documents: [{ title: 'The table', file }],
      speakers: [{ user_id: helen.id }, { name: 'Camille Dufour', title: 'Privacy counsel' }],
      sponsors: [
        { first_name: 'Ana', company: 'Fifteen LLP', email: 'ana@fifteen.test', paid_for: 'Paid for captions.' },
      ],
    })
    const key = newKey()
    const { saveSeries } = await ruth.ask(SaveSeries, { series, idempotency_key: key })
    const again = await ruth.ask(SaveSeries, { series, idempotency_key: key })
    const { id } = saveSeries!
    expect(again.saveSeries!.id).toBe(id)
    const seen = (await helen.ask(SeriesByPk, { id })).series!
    expect(seen).toMatchObject({
      videos: [{ index: 1, title: 'First part' }, { index: 2 }],
      documents: [{ title: 'The table' }],
      speakers: [{ name: 'Helen Marsh' }, { name: 'Camille Dufour', title: 'Privacy counsel' }],
      sponsors: [{ company: 'Fifteen LLP' }],
    })
    expect((await helen.send('GET', seen.documents[0]!.url!)).status).toBe(200)
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({
      act: 'series.created',
      item_id: id,
      item_name: 'Privacy in fifteen states',
    })

    // Parts change places and keep their ids, so that links and positions stay.
    const kept = (await ruth.ask(GetStaffSeriesById, { id })).staff_series_by_id!
    const [a, b] = kept.videos
    const edited = await input({
      is_published: false,
      videos: [
        { id: b!.id, video_id: b!.video_id, title: 'Second part' },
        { id: a!.id, video_id: a!.video_id, title: 'First part' },
      ],
      documents: kept.documents.map((document) => ({ id: document.id, title: 'The table, corrected' })),
    })
    await ruth.ask(SaveSeries, { id, series: edited })
    const after = (await ruth.ask(GetStaffSeriesById, { id })).staff_series_by_id!
    expect(after.videos.map((video) => video.id)).toEqual([b!.id, a!.id])
    expect(after).toMatchObject({
      published_at: null,
      documents: [{ title: 'The table, corrected' }],
      speakers: [],
      sponsors: [],
    })
    expect((await helen.ask(SeriesByPk, { id })).series).toBeNull()
    expect((await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]).toMatchObject({ act: 'series.edited' })
    expect((await ruth.ask(GetStaffSeries, { search: 'fifteen' })).staff_series.items.map((each) => each.id)).toEqual([
      id,
    ])
  })

  it('refuses members as if it did not exist, and shows them no list', async () => {
    const series = await input()
    expect((await helen.op(SaveSeries, { series })).code).toBe('staff.not_found')
    expect((await helen.op(SaveSeries, { id: vendors, series })).text).toBe(
      (await helen.op(SaveSeries, { id: 999_999, series })).text,
    )
    expect((await helen.ask(GetStaffSeries, {})).staff_series).toEqual({ items: [], count: 0 })
    expect((await helen.ask(GetVideoChoices, {})).video_choices).toEqual([])
    expect((await helen.ask(GetStaffSeriesById, { id: vendors })).staff_series_by_id).toBeNull()
  })

  it.each<[field: string, more: Partial<Input>]>([
    ['title', { title: ' ' }],
    ['videos', { videos: [{ video_id: 999_999, title: 'None' }] }],
    ['videos', { videos: [{ id: 999_999, video_id: 1, title: 'Of another series' }] }],
    ['documents', { documents: [{ title: 'Without a file' }] }],
    ['speakers', { speakers: [{ user_id: 999_999 }] }],
    ['speakers', { speakers: [{ title: 'Nameless' }] }],
    ['sponsors', { sponsors: [{ first_name: 'A', company: 'B', email: 'no address' }] }],
    ['peer_network_id', { peer_network_id: 999_999 }],
  ])('says what is wrong with %s', async (field, more) => {
    expect(await ruth.op(SaveSeries, { series: await input(more) })).toMatchObject({ code: 'learning.series', field })
  })

  it('refuses a part of another series', async () => {
    const series = await input({ videos: [{ id: first, video_id: 1, title: 'Taken' }] })
    expect(await ruth.op(SaveSeries, { id: minutes, series })).toMatchObject({
      code: 'learning.series',
      field: 'videos',
    })
    expect((await ruth.op(SaveSeries, { id: 999_999, series: await input() })).code).toBe('learning.not_found')
  })
})
