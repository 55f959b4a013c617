/** The Learning Hub: who finds which series, opens its parts and documents, and asks its sponsors. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  AllLearningHubSearch,
  GetOwnSeries,
  GetSeriesVideoById,
  RecordWatching,
  RequestSeriesDocumentDownload,
  SearchSeriesTranscripts,
  Series,
  SeriesByPk,
  SeriesDocumentSearch,
  SeriesSearch,
  SeriesVideoSearch,
} from '#api/operations.ts'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { storeSeriesFiles } from '#database/seed/learning/seed-series.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const { put } = localBlobs(path.join(testServer.config.DATA_DIR, 'files'))
await storeEventFiles(put)
await storeSeriesFiles(put)
const [helen, marcus, samuel, ingrid, ruth, frank] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.executive,
  demoMembers.staff,
  demoMembers.expired,
)
const nobody = testServer.anonymous()

async function idOf(table: string, title: string): Promise<number> {
  const [row] = await testServer.sql<{ id: number }>(`select id from ${table} where title = $1`, [title])
  return row!.id
}
const vendors = await idOf('series', 'Negotiating with model vendors')
const minutes = await idOf('series', 'Board minutes that hold up')
const budget = await idOf('series', 'A legal budget the CFO believes')
const draft = await idOf('series', 'Handing over well')
const addendum = await idOf('series_documents', 'AI vendor addendum, buyer’s paper')
const checklist = await idOf('series_documents', 'Renewal checklist')
const [first, second, renewal] = [
  await idOf('series_videos', 'What we bought, and from whom'),
  await idOf('series_videos', 'Keeping the review privileged'),
  await idOf('series_videos', 'Renewal: what we would do again'),
]
const titlesOf = async (client: Client) => (await client.ask(Series, {})).series_list.items.map(({ title }) => title)

describe('Series (OP-Series, FIELD-series.id, FIELD-series.title, FIELD-series.description, FIELD-series.image_url)', () => {
  it('are those of networks whose documents the viewer may see, the newest first', async () => {
    expect(await titlesOf(helen)).toEqual([
      'Negotiating with model vendors',
      'Board minutes that hold up',
      'The first seventy-two hours',
      'Outside counsel, measured',
    ])
    // The Suite also reads the documents of the executive network.
    expect(await titlesOf(marcus)).toEqual([
      'Negotiating with model vendors',
      'The first year of a new CEO',
      'Board minutes that hold up',
      'Internal investigations, end to end',
      'The first seventy-two hours',
      'Outside counsel, measured',
    ])
    expect(await titlesOf(samuel)).not.toContain('Negotiating with model vendors')
    expect((await frank.op(Series, {})).code).toBe('membership.expired')
    expect((await nobody.op(Series, {})).status).toBe(401)
  })

  it('disappear in the moment the grant ends', async () => {
    await testServer.sql(`delete from network_access where kind = 'document' and from_network_id <> to_network_id`)
    expect(await titlesOf(marcus)).not.toContain('The first year of a new CEO')
    await testServer.sql(`
      insert into network_access (kind, from_network_id, to_network_id)
      select 'document', a.id, b.id from peer_networks a, peer_networks b where (a.slug, b.slug) = ('thesuite', 'executive')`)
    expect(await titlesOf(marcus)).toContain('The first year of a new CEO')
  })

  it('say their length, their sponsors without an address, and where their cover is (FIELD-series.sponsors.first_name, FIELD-series.sponsors.company)', async () => {
    const { series_list } = await helen.ask(Series, {})
    const [shown, withImage] = series_list.items
    expect(series_list.count).toBe(4)
    expect(shown).toMatchObject({
      id: vendors,
      image_url: null,
      num_of_videos: 3,
      duration: 54 + 60 + 42,
      sponsors: [{ first_name: 'Lydia', company: 'Ledger & Pine LLP', connection_requested_at: null }],
    })
    expect(withImage!.image_url).toBe(`/api/series-images/${minutes}`)
    expect((await helen.send('GET', withImage!.image_url!)).status).toBe(200)
    expect((await samuel.send('GET', withImage!.image_url!)).status).toBe(404)
    expect((await nobody.send('GET', withImage!.image_url!)).status).toBe(401)
  })

  it('come in pages of at most 25', async () => {
    await testServer.sql(`
      insert into series (peer_network_id, title, published_at)
      select n.id, 'Filler ' || k, now() - interval '1 year' from peer_networks n, generate_series(1, 30) k where n.slug = 'legal'`)
    const { series_list } = await helen.ask(Series, {})
    expect([series_list.items.length, series_list.count]).toEqual([25, 34])
    const next = await helen.ask(Series, { offset: 25 })
    expect(next.series_list.items).toHaveLength(9)
    await testServer.sql(`delete from series where title like 'Filler %'`)
  })
})

describe('SeriesByPk (OP-SeriesByPk, ROLE-can-view)', () => {
  it('gives parts in order, documents, speakers and sponsors (FIELD-series.videos.index, FIELD-series.videos.duration, FIELD-series.videos.thumbnail, FIELD-series.documents, FIELD-series.speakers)', async () => {
    const { series } = await helen.ask(SeriesByPk, { id: vendors })
    expect(series).toMatchObject({
      title: 'Negotiating with model vendors',
      videos: [
        {
          id: first,
          index: 1,
          duration: 54,
          url: `/api/series-videos/${first}/file`,
          video: { chapters: [{}, {}, {}] },
        },
        { id: second, index: 2, thumbnail_url: `/api/series-videos/${second}/preview` },
        { id: renewal, index: 3, can_view: false, url: null, thumbnail_url: null, video: null },
      ],
      documents: [
        { id: addendum, url: `/api/series-documents/${addendum}/file` },
        {},
        { id: checklist, url: null, file: null },
      ],
      speakers: [{ name: 'Priya Raman' }, { name: 'Helen Marsh', user: { id: helen.id } }],
      sponsors: [{ first_name: 'Lydia', paid_for: 'Paid for recording. Did not choose the content.' }],
    })
    expect(series!.videos[2]!.available_from).not.toBeNull()
  })

  it('answers for a hidden series, and for one that staff prepare, as for none', async () => {
    const unknown = await helen.op(SeriesByPk, { id: 999_999 })
    for (const id of [budget, draft]) expect((await helen.op(SeriesByPk, { id })).text).toBe(unknown.text)
    expect((await ruth.ask(SeriesByPk, { id: draft })).series).toMatchObject({ title: 'Handing over well' })
  })

  it('opens the bytes of parts and documents for who may only', async () => {
    for (const at of [
      `/api/series-videos/${first}/file`,
      `/api/series-videos/${first}/preview`,
      `/api/series-documents/${addendum}/file`,
    ]) {
      expect({ at, status: (await helen.send('GET', at)).status }).toEqual({ at, status: 200 })
      expect({ at, status: (await samuel.send('GET', at)).status }).toEqual({ at, status: 404 })
      expect({ at, status: (await nobody.send('GET', at)).status }).toEqual({ at, status: 401 })
    }
    for (const at of [`/api/series-videos/${renewal}/file`, `/api/series-documents/${checklist}/file`])
      expect((await helen.send('GET', at)).status).toBe(404)
    const part = await helen.send('GET', `/api/series-videos/${first}/file`, { headers: { range: 'bytes=0-99' } })
    expect(part.status).toBe(206)
  })
})

describe('searches (UI-screen-series-search)', () => {
  it('SeriesSearch finds by title, description and parts (OP-SeriesSearch)', async () => {
    const found = async (client: Client, search: string) =>
      (await client.ask(SeriesSearch, { search })).series_list.items.map(({ id }) => id)
    expect(await found(helen, 'vendors')).toEqual([vendors])
    expect(await found(helen, 'renewal')).toEqual([vendors])
    expect(await found(samuel, 'renewal')).toEqual([])
    expect(await found(helen, 'zebra')).toEqual([])
  })

  it('SeriesDocumentSearch finds by the page, with the place, and nothing in what is not open (OP-SeriesDocumentSearch)', async () => {
    const { series_documents } = await helen.ask(SeriesDocumentSearch, { search: 'deletion certified' })
    expect(series_documents.items[0]).toMatchObject({ id: addendum, page_hits: [{ number: 1, label: 'Page' }] })
    expect((await samuel.ask(SeriesDocumentSearch, { search: 'certified' })).series_documents.count).toBe(0)
    expect((await helen.ask(SeriesDocumentSearch, { search: 'covered' })).series_documents.count).toBe(0)
    const closed = await helen.ask(SeriesDocumentSearch, { search: 'renewal checklist' })
    expect(closed.series_documents.items.find(({ id }) => id === checklist)).toMatchObject({ url: null, page_hits: [] })
  })

  it('SeriesVideoSearch finds what is said, with the second (OP-SeriesVideoSearch)', async () => {
    const { series_videos } = await helen.ask(SeriesVideoSearch, { search: 'fine-tuned model' })
    expect(series_videos.items[0]).toMatchObject({ id: first, cue_hits: [{ starts_at_ms: 38_000 }] })
    expect((await ingrid.ask(SeriesVideoSearch, { search: 'indemnity' })).series_videos.count).toBe(0)
    // Said in a part that opens later only.
    await testServer.sql(`update series_videos set available_from = now() + interval '1 day' where id = $1`, [first])
    expect((await helen.ask(SeriesVideoSearch, { search: 'indemnity' })).series_videos.count).toBe(0)
    await testServer.sql('update series_videos set available_from = null where id = $1', [first])
  })

  it('AllLearningHubSearch counts each kind (OP-AllLearningHubSearch)', async () => {
    const all = await helen.ask(AllLearningHubSearch, { search: 'indemnity' })
    expect([all.series_list.count, all.series_documents.count > 0, all.series_videos.count]).toEqual([0, true, 1])
    const none = await samuel.ask(AllLearningHubSearch, { search: 'privilege' })
    expect(none.series_list.count + none.series_documents.count).toBe(0)
  })

  it('SearchSeriesTranscripts finds the lines of one series, best first', async () => {
    const { series_said } = await helen.ask(SearchSeriesTranscripts, { series_id: vendors, search: 'waiver question' })
    expect(series_said[0]).toMatchObject({ series_video_id: second, index: 2, starts_at_ms: 46_000 })
    expect(
      (await helen.ask(SearchSeriesTranscripts, { series_id: vendors, search: 'succession' })).series_said,
    ).toEqual([])
    expect((await samuel.ask(SearchSeriesTranscripts, { series_id: vendors, search: 'waiver' })).series_said).toEqual(
      [],
    )
  })
})

describe('RequestSeriesDocumentDownload (OP-RequestSeriesDocumentDownload)', () => {
  it('makes a link of ten minutes for the member who asked', async () => {
    const { requestSeriesDocumentDownload } = await helen.ask(RequestSeriesDocumentDownload, { doc_id: addendum })
    const { document_url } = requestSeriesDocumentDownload
    expect((await helen.send('GET', document_url)).headers.get('content-disposition')).toContain('attachment')
    expect((await marcus.send('GET', document_url)).status).toBe(404)
    await testServer.sql(`update material_downloads set requested_at = now() - interval '11 minutes'`)
    expect((await helen.send('GET', document_url)).status).toBe(404)
  })

  it('refuses what is hidden like what does not exist, and what opens later with its reason', async () => {
    const hidden = await samuel.op(RequestSeriesDocumentDownload, { doc_id: addendum })
    expect(hidden.code).toBe('learning.document_not_found')
    expect(hidden.text).toBe((await samuel.op(RequestSeriesDocumentDownload, { doc_id: 999_999 })).text)
    expect((await helen.op(RequestSeriesDocumentDownload, { doc_id: checklist })).code).toBe(
      'learning.document_not_open',
    )
  })
})

describe('watching (LEARN-resume, FIELD-series.videos.media_video)', () => {
  it('goes on where the member stopped, on any device', async () => {
    const watch = (position: number, more: object = {}) =>
      helen.ask(RecordWatching, { kind: 'series_video', id: second, position, ...more })
    expect((await watch(31)).recordWatching).toMatchObject({ position: 31, completed_at: null })
    const { series_video } = await helen.ask(GetSeriesVideoById, { id: second })
    expect(series_video!.video!.progress).toMatchObject({ position: 31 })
    expect(series_video!.video!.cues.length).toBeGreaterThan(5)
    const { own_series } = await helen.ask(GetOwnSeries, {})
    expect(own_series[0]).toMatchObject({
      id: vendors,
      progress: { num_of_completed: 1, completed_at: null, left: 60 - 31, next_video: { id: second, index: 2 } },
    })
  })

  it('is refused for parts that the viewer may not watch, and for those that open later', async () => {
    expect((await samuel.op(RecordWatching, { kind: 'series_video', id: first, position: 1 })).code).toBe(
      'materials.video_not_found',
    )
    expect((await helen.op(RecordWatching, { kind: 'series_video', id: renewal, position: 1 })).code).toBe(
      'materials.video_not_found',
    )
    expect((await samuel.ask(GetSeriesVideoById, { id: first })).series_video).toBeNull()
    expect((await helen.ask(GetSeriesVideoById, { id: renewal })).series_video).toMatchObject({
      url: null,
      video: null,
    })
  })

  it('completes a series with its last part', async () => {
    const of = async (id: number) => (await samuel.ask(SeriesByPk, { id })).series!.progress
    expect(await of(budget)).toMatchObject({ num_of_completed: 2, left: 0, next_video: null })
    expect((await of(budget))!.completed_at).not.toBeNull()
    expect((await ingrid.ask(GetOwnSeries, {})).own_series[0]!.progress).toMatchObject({
      completed_at: null,
      next_video: { index: 2 },
    })
    expect((await ruth.ask(SeriesByPk, { id: budget })).series!.progress).toBeNull()
  })
})
