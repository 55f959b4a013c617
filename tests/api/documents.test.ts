/** Peer documents: who finds and opens which, search by page, and copies with the reader’s name. */
import { describe, expect, it } from 'vitest'
import {
  ExpertisesByPeerDocumentTotalTagCount,
  ExpertisesWithDocuments,
  GeographiesWithDocuments,
  GetOwnPeerDocuments,
  GetPeerDocument,
  GetPeerDocumentVersion,
  PeerDocumentsByUser,
  RequestPeerDocumentDownload,
  SearchPeerDocuments,
  TrackPeerDocumentView,
} from '#api/operations.ts'
import { DOCUMENTS_PAGE } from '#shared/documents.ts'
import { demoDocuments } from '#database/seed/documents/seed-documents.ts'
import { demoMembers } from '../demo-members.ts'
import { type Client } from '../harness/client.ts'
import { documentId, storeDocuments } from '../harness/peer-documents.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
await storeDocuments(testServer)
const { finance } = await networkIds(testServer)
const [helen, marcus, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
)
const addendum = await documentId(testServer, 'Data processing addendum, buyer’s paper')
const forecast = await documentId(testServer, 'Thirteen-week cash forecast')
const unopened = await documentId(testServer, 'Contract playbook for sales, 2027')

const search = async (client: Client, variables: object = {}) =>
  (await client.ask(SearchPeerDocuments, variables as never)).peer_documents
const titles = async (client: Client, variables: object = {}) =>
  (await search(client, variables)).items.map(({ title }) => title)
const titlesOf = (network: string) =>
  demoDocuments
    .filter(({ networks, state = 'approved' }) => state === 'approved' && networks.includes(network as never))
    .map(({ title }) => title)
    .toSorted()

describe('finding documents', () => {
  it('OP-SearchPeerDocuments, ROLE-cross-network-documents: lists those of one’s networks and of networks that may be read, with the count', async () => {
    const found = await search(helen)
    expect(found.items.map(({ title }) => title).toSorted()).toEqual(titlesOf('legal'))
    expect(found.count).toBe(titlesOf('legal').length)
    // The Suite may read the documents of the Executive Network, not the other way round.
    const suite = await titles(marcus)
    expect(suite).toContain('Crisis communication plan')
    const executive = await testServer.member(demoMembers.executive)
    expect(await titles(executive)).not.toContain('Chair and chief executive: a working agreement')
  })

  it('DOC-page-search: finds words on pages, all of them first, and says on which page with the words around them', async () => {
    const { items, count, num_of_pages } = await search(helen, { search: 'subprocessor objection' })
    expect(items[0]!.title).toBe('Letter objecting to a subprocessor change')
    const found = items.find(({ id }) => id === addendum)!
    expect(found.page_hits[0]).toMatchObject({ number: 2, label: 'Page' })
    expect(found.page_hits[0]!.excerpt).toMatch(/\u0002subprocessor\u0003/i)
    expect(items.find(({ title }) => title === 'Vendor register with notice periods')!.page_hits[0]).toMatchObject({
      number: 2,
      label: 'Sheet',
    })
    expect(count).toBe(items.length)
    expect(num_of_pages).toBeGreaterThanOrEqual(4)
    // Those with all words, on whichever pages, come before those with one.
    const withAll = await titles(helen, { search: 'indemnity receipt registrations' })
    expect(withAll[0]).toBe('Distributor termination checklist')
    expect(await titles(helen, { search: 'the of and' })).toEqual([])
  })

  it('DOC-page-search: shows a document with the words on one page before a newer one with each on another', async () => {
    const { items } = await search(helen, { order_by: 'most_recent' })
    const [newer, older] = items.filter(({ url }) => url !== null)
    const addPages = (id: number, pages: readonly string[]) =>
      testServer.sql(
        `insert into material_pages (file_id, number, label, content)
         select v.file_id, 100 + p.number, 'Page', p.content
         from peer_documents d join document_versions v on v.id = d.current_version_id
           cross join unnest($2::text[]) with ordinality p(content, number) where d.id = $1`,
        [id, pages],
      )
    await addPages(newer!.id, ['The wallaroo.', 'The thylacine.', 'The wallaroo.'])
    await addPages(older!.id, ['A wallaroo, a thylacine.'])
    expect(await titles(helen, { search: 'wallaroo thylacine' })).toEqual([older!.title, newer!.title])
    await testServer.sql('delete from material_pages where number > 100')
  })

  it('never finds the words of a document of another network', async () => {
    expect(await titles(samuel, { search: 'receipts by cohort' })).toContain('Thirteen-week cash forecast')
    expect(await titles(helen, { search: 'receipts by cohort' })).not.toContain('Thirteen-week cash forecast')
    expect((await search(helen, { search: 'EBITDA' })).num_of_pages).toBe(0)
    expect(await helen.ask(GetPeerDocument, { id: forecast })).toEqual({ peer_document: null })
    expect(await helen.ask(GetPeerDocumentVersion, { id: forecast })).toEqual({ peer_document_version: null })
  })

  it('filters by topic, place, type, date, featured and id, and orders by date', async () => {
    const [area] = await testServer.sql<{ id: number }>(`select id from areas_of_expertise where name = 'Litigation'`)
    expect(await titles(helen, { areas_of_expertise: [area!.id] })).toEqual(
      expect.arrayContaining(['Litigation hold notice and reminder', 'Clickwrap evidence checklist']),
    )
    const [place] = await testServer.sql<{ id: number }>(`select id from geographies where name = 'France'`)
    expect(await titles(helen, { geographies: [place!.id] })).toEqual(['Whistleblower intake form, English and French'])
    expect(await titles(helen, { types: ['presentation'] })).toEqual([])
    expect(await titles(helen, { objectID: addendum })).toEqual(['Data processing addendum, buyer’s paper'])
    expect(await titles(helen, { objectID: forecast })).toEqual([])
    const featured = await search(helen, { featured: true })
    expect(featured.items.every(({ is_featured, featured_banner }) => is_featured && featured_banner !== null)).toBe(
      true,
    )
    expect(featured.count).toBe(4)
    const dates = (await search(helen, { order_by: 'most_recent' })).items.map(({ date_uploaded }) => date_uploaded)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const recent = await search(helen, { uploaded_from: new Date(Date.now() - 10 * 86_400_000).toISOString() })
    expect(recent.count).toBeGreaterThan(0)
    expect(recent.count).toBeLessThan(featured.count + titlesOf('legal').length)
  })

  it('OP-GeographiesWithDocuments, OP-ExpertisesWithDocuments, OP-ExpertisesByPeerDocumentTotalTagCount: only those of visible documents', async () => {
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
    const places = names((await helen.ask(GeographiesWithDocuments, {})).geographies_with_documents)
    expect(places).toContain('Canada')
    expect(places).not.toContain('Nordics')
    const areas = names((await helen.ask(ExpertisesWithDocuments, {})).expertises_with_documents)
    expect(areas).toContain('Outside counsel')
    expect(areas).not.toContain('Treasury')
    const { expertises_by_document_count: counted } = await helen.ask(ExpertisesByPeerDocumentTotalTagCount, {})
    expect(counted.map(({ num_of_documents }) => num_of_documents)).toEqual(
      counted.map(({ num_of_documents }) => num_of_documents).toSorted((a, b) => b - a),
    )
    expect(
      (await helen.ask(ExpertisesByPeerDocumentTotalTagCount, { limit: 1 })).expertises_by_document_count,
    ).toHaveLength(1)
    // Networks out of reach count nothing.
    const asked = await helen.ask(ExpertisesByPeerDocumentTotalTagCount, { peerNetworkIDs: [finance] })
    expect(asked.expertises_by_document_count).toEqual([])
  })

  it('OP-PeerDocumentsByUser, CONST-peer-documents-by-user-page, DECISION-anonymous-own-list: lists what a member shared, never without their name, for anyone', async () => {
    const [camille] = await testServer.sql<{ id: number }>(
      `select u.id from users u where u.first_name = 'Camille' and u.id in (select user_id from document_submitters)`,
    )
    const self = await testServer.memberById(camille!.id)
    for (const reader of [self, helen, staff]) {
      const { peer_documents_by_user: list } = await reader.ask(PeerDocumentsByUser, {
        submitterId: camille!.id,
        offset: 0,
      })
      expect(list.items.map(({ title }) => title)).toEqual(['Whistleblower intake form, English and French'])
      expect(list.count).toBe(1)
      expect(list.items.length).toBeLessThanOrEqual(DOCUMENTS_PAGE)
    }
    const { own_peer_documents } = await self.ask(GetOwnPeerDocuments, {})
    expect(own_peer_documents.map(({ title }) => title)).toContain('Letter objecting to a subprocessor change')
  })
})

describe('opening documents', () => {
  it('ROLE-can-view, FIELD-peer_document.url: has no url, text or file before it opens, and says from when', async () => {
    const [row] = (await search(helen, { objectID: unopened })).items
    expect(row).toMatchObject({ url: null, preview_url: null, title: 'Contract playbook for sales, 2027' })
    expect(new Date(row!.available_from!).getTime()).toBeGreaterThan(Date.now())
    expect((await search(helen, { search: 'uncapped exclusivity' })).items.map(({ id }) => id)).not.toContain(unopened)
    const { peer_document_version } = await helen.ask(GetPeerDocumentVersion, { id: unopened })
    expect(peer_document_version).toMatchObject({ pages: [], num_of_pictures: 0 })
    expect((await helen.op(RequestPeerDocumentDownload, { doc_id: unopened })).code).toBe('documents.not_open')
    expect((await helen.send('GET', `/api/peer-documents/${unopened}/file`)).status).toBe(404)
    expect((await staff.ask(GetPeerDocumentVersion, { id: unopened })).peer_document_version!.pages).toHaveLength(2)
  })

  it('OP-RequestPeerDocumentDownload: gives a link that only the member who asked can use', async () => {
    const { requestPeerDocumentDownload: link } = await helen.ask(RequestPeerDocumentDownload, { doc_id: addendum })
    const answer = await helen.send('GET', link!.document_url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('Data%20processing%20addendum')
    expect((await marcus.send('GET', link!.document_url)).status).toBe(404)
    expect((await testServer.anonymous().send('GET', link!.document_url)).status).toBe(401)
    expect((await helen.op(RequestPeerDocumentDownload, { doc_id: forecast })).code).toBe('documents.not_found')
    expect((await helen.op(RequestPeerDocumentDownload, { doc_id: 900_000_000_000_000 })).code).toBe(
      'documents.not_found',
    )
    await testServer.sql(`update material_downloads set requested_at = now() - interval '11 minutes'`)
    expect((await helen.send('GET', link!.document_url)).status).toBe(404)
    expect((await helen.ask(GetPeerDocument, { id: addendum })).peer_document!.num_of_downloads).toBe(1)
  })

  it('is closed to members whose membership ended', async () => {
    const frank = await testServer.member(demoMembers.expired)
    expect((await frank.op(SearchPeerDocuments, {})).data).toBeNull()
    expect((await frank.send('GET', `/api/peer-documents/${addendum}/file`)).status).toBe(403)
  })

  it('OP-TrackPeerDocumentView: records that a document was opened', async () => {
    const { trackPeerDocumentView } = await helen.ask(TrackPeerDocumentView, { peer_document_id: addendum })
    expect(trackPeerDocumentView).toEqual({ success: true })
    expect((await helen.op(TrackPeerDocumentView, { peer_document_id: forecast })).code).toBe('documents.not_found')
  })

  it('shows pages as pictures and compares two versions', async () => {
    const ransomware = await documentId(testServer, 'Outside counsel guidelines, short form')
    const picture = await helen.send('GET', `/api/peer-documents/${ransomware}/pictures/2`)
    expect(picture).toMatchObject({ status: 200 })
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect((await samuel.send('GET', `/api/peer-documents/${ransomware}/pictures/2`)).status).toBe(404)
    expect((await helen.send('GET', `/api/peer-documents/${ransomware}/pictures/9`)).status).toBe(404)
    const changes = await helen.send('GET', `/api/peer-documents/${addendum}/changes?from=1&to=2`)
    expect(changes.body).toMatchObject({ outcome: 'compared' })
    expect(changes.text).toContain('forty-eight')
    expect((await samuel.send('GET', `/api/peer-documents/${addendum}/changes?from=1&to=2`)).status).toBe(404)
  })
})

describe('a stamped document', () => {
  it('is never sent unmarked, and one reader’s copy never to another', async () => {
    const id = await documentId(testServer, 'Ransomware: the first 72 hours')
    const [own, other] = [
      await helen.send('GET', `/api/peer-documents/${id}/file`),
      await marcus.send('GET', `/api/peer-documents/${id}/file`),
    ]
    expect([own.status, other.status]).toEqual([200, 200])
    const [stored] = await testServer.sql<{ size: number }>(
      'select f.size from material_files f join document_versions v on v.file_id = f.id where v.document_id = $1',
      [id],
    )
    expect(own.text.length).not.toBe(stored!.size)
    expect(own.text).not.toBe(other.text)
    // The same hour, the same copy.
    expect((await helen.send('GET', `/api/peer-documents/${id}/file`)).headers.get('etag')).toBe(
      own.headers.get('etag'),
    )
    expect((await helen.send('GET', `/api/peer-documents/${id}/preview`)).status).toBe(404)
    expect((await search(helen, { objectID: id })).items[0]!.preview_url).toBeNull()
    const pictures = await Promise.all(
      [helen, marcus].map((reader) => reader.send('GET', `/api/peer-documents/${id}/pictures/1`)),
    )
    expect(pictures.map(({ status }) => status)).toEqual([200, 200])
    expect(pictures[0]!.headers.get('etag')).not.toBe(pictures[1]!.headers.get('etag'))
    const { requestPeerDocumentDownload: link } = await helen.ask(RequestPeerDocumentDownload, { doc_id: id })
    expect((await helen.send('GET', link!.document_url)).headers.get('etag')).toBe(own.headers.get('etag'))
  })
})
