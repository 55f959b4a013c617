/** Peer documents: who finds and opens which, search by page, submissions, versions and decisions of staff. */
import { describe, expect, it } from 'vitest'
import {
  AddPeerDocumentVersion,
  ApprovePeerDocument,
  AskForDocumentChanges,
  CreateThread,
  EditMessage,
  EditPeerDocument,
  ExpertisesByPeerDocumentTotalTagCount,
  ExpertisesWithDocuments,
  GeographiesWithDocuments,
  GetStaffDocuments,
  GetOwnPeerDocuments,
  GetPeerDocument,
  GetPeerDocumentVersion,
  GetStaffActs,
  PeerDocumentsByUser,
  RefusePeerDocument,
  ReplyToThread,
  RequestPeerDocumentDownload,
  SearchPeerDocuments,
  thread,
  TrackPeerDocumentView,
  WithdrawPeerDocument,
} from '#api/operations.ts'
import { DOCUMENTS_PAGE } from '#shared/documents.ts'
import { demoDocuments } from '#database/seed/documents/seed-documents.ts'
import { docxPagesOf, pdfPagesOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { contentOf, docx, paragraph } from '../harness/documents.ts'
import { documentId, publish, storeDocuments, submit } from '../harness/peer-documents.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
await storeDocuments(testServer)
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, samuel, staff, camille] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.staff,
  demoMembers.groupAdmin,
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
const state = async (client: Client, id: number) => (await client.ask(GetPeerDocument, { id })).peer_document?.state

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

describe('submitting', () => {
  const bytes = docxPagesOf([['A page about zebras', 'And stripes.'], ['A second page about giraffes']])

  it('DOC-submit: waits for staff, is read, and then is found by its page', async () => {
    const answer = await submit(testServer, helen, {
      name: 'Helens final (2).docx',
      bytes,
      networks: [legal],
      variables: { title: 'Animals in contracts' },
    })
    const { id } = answer.data!.submitPeerDocument!
    expect(answer.data!.submitPeerDocument).toMatchObject({
      state: 'pending',
      is_own: true,
      submitter_id: helen.id,
      company: 'Ostrander',
    })
    expect(await state(marcus, id)).toBeUndefined()
    expect(await state(staff, id)).toBe('pending')
    expect((await marcus.op(ApprovePeerDocument, { id })).code).toBe('staff.not_found')
    await testServer.runJobs()
    expect(await titles(marcus, { search: 'giraffes' })).toEqual([])
    await publish(staff, id)
    const found = await search(marcus, { search: 'giraffes' })
    expect(found.items[0]).toMatchObject({
      id,
      version: { number: 1, file: { name: 'Animals in contracts.docx', outcome: 'read' } },
    })
    expect(found.items[0]!.page_hits[0]).toMatchObject({ number: 2 })
    expect((await staff.op(ApprovePeerDocument, { id })).code).toBe('documents.decided')
  })

  it('answers a retry with the same document', async () => {
    const file = await uploaded(testServer, helen, 'retry.txt', 'words')
    const variables = { title: 'Once', type: 'other', file, networks: [legal], idempotency_key: newKey() } as never
    const { SubmitPeerDocument } = await import('#api/operations.ts')
    const [first, second] = [
      await helen.op(SubmitPeerDocument, variables),
      await helen.op(SubmitPeerDocument, variables),
    ]
    expect(second.data!.submitPeerDocument!.id).toBe(first.data!.submitPeerDocument!.id)
  })

  it('refuses empty titles, other networks, unknown topics, strange files and files of others', async () => {
    const refusal = async (variables: object, networks = [legal], name = 'notes.txt') =>
      (await submit(testServer, helen, { name, bytes: 'words', networks, variables: variables as never })).code
    expect(await refusal({ title: '  ' })).toBe('documents.text')
    expect(await refusal({ title: 'x'.repeat(201) })).toBe('documents.text')
    expect(await refusal({}, [finance])).toBe('documents.networks')
    expect(await refusal({}, [])).toBe('documents.networks')
    expect(await refusal({ topics: [900_000_000_000_000] })).toBe('documents.tags')
    expect(await refusal({ request_id: 900_000_000_000_000 })).toBe('documents.request_not_found')
    const foreign = await uploaded(testServer, marcus, 'his.txt', 'words')
    expect(
      (await submit(testServer, helen, { bytes: 'x', networks: [legal], variables: { file: foreign } })).code,
    ).toBe('uploads.gone')
  })

  it('adds versions that wait for staff, keeps the current one meanwhile, and withdraws', async () => {
    const { data } = await submit(testServer, helen, {
      name: 'a.pdf',
      bytes: pdfPagesOf([['Old clause']]),
      networks: [legal],
      variables: { title: 'Versioned' },
    })
    const { id } = data!.submitPeerDocument!
    await publish(staff, id)
    const file = await uploaded(testServer, helen, 'b.pdf', pdfPagesOf([['New clause']]))
    const added = await helen.ask(AddPeerDocumentVersion, { id, file, note: 'New clause' })
    expect(added.addPeerDocumentVersion).toMatchObject({
      state: 'approved',
      is_version_waiting: true,
      version: { number: 1 },
    })
    const seen = async (client: Client) =>
      (await client.ask(GetPeerDocument, { id })).peer_document!.versions.map(({ number }) => number)
    expect([await seen(helen), await seen(marcus)]).toEqual([[2, 1], [1]])
    expect((await marcus.op(AddPeerDocumentVersion, { id, file })).code).toBe('documents.not_found')
    const waiting = await staff.ask(GetStaffDocuments, { state: 'pending' })
    expect(waiting.staff_documents.items.map((document) => document.id)).toContain(id)
    expect((await marcus.ask(GetStaffDocuments, {})).staff_documents).toEqual({ count: 0, items: [] })
    await publish(staff, id)
    expect(await seen(marcus)).toEqual([2, 1])
    expect((await marcus.op(WithdrawPeerDocument, { id })).code).toBe('documents.not_found')
    expect((await helen.ask(WithdrawPeerDocument, { id })).withdrawPeerDocument!.state).toBe('withdrawn')
    expect(await state(marcus, id)).toBeUndefined()
    expect((await marcus.op(RequestPeerDocumentDownload, { doc_id: id })).code).toBe('documents.not_found')
  })

  it('names the discussions that link to it, and only those that the viewer may read', async () => {
    const link = `<p>See <a href="https://counterpart.test/content/peer-documents/${addendum}?page=2">page 2</a></p>`
    const start = async (who: Client, topic: string, body: string) =>
      (await who.ask(CreateThread, { topic, body, peer_network_ids: null, idempotency_key: newKey() } as never))
        .createThread.id
    const cited = await start(marcus, 'Notice periods', link)
    const asked = await start(marcus, 'A private word on notice', '<p>Which one?</p>')
    await helen.ask(ReplyToThread, {
      thread_id: asked,
      isPrivate: true,
      body: link,
      idempotency_key: newKey(),
    } as never)
    await start(marcus, 'Another document', link.replace(`${addendum}?`, `${addendum}99?`))
    const elsewhere = await start(samuel, 'Notice among finance', link)
    const discussedIn = async (who: Client) =>
      (await who.ask(GetPeerDocument, { id: addendum })).peer_document!.discussed_in.map(({ id }) => id)
    expect(await discussedIn(camille)).toEqual([cited])
    expect((await discussedIn(helen)).toSorted((a, b) => a - b)).toEqual([cited, asked])
    expect(await discussedIn(marcus)).not.toContain(elsewhere)
    expect((await discussedIn(staff)).toSorted((a, b) => a - b)).toEqual([cited, asked, elsewhere])
    const { thread: read } = await marcus.ask(thread, { id: cited })
    await marcus.ask(EditMessage, { message_id: read!.messages[0]!.id, body: '<p>Nothing to see.</p>' } as never)
    expect(await discussedIn(camille)).toEqual([])
  })

  it('an Office file that wants the reader’s name never goes without it, in any version', async () => {
    const { data } = await submit(testServer, helen, {
      name: 'terms.docx',
      bytes: docx({ body: paragraph('The terms.') }),
      networks: [legal],
      variables: { title: 'Marked terms' },
    })
    const { id } = data!.submitPeerDocument!
    const change = { id, title: 'Marked terms', type: 'policy', topics: [], geographies: [], networks: [legal] }
    const marked = { ...change, is_featured: false, featured_banner: null, is_watermarked: true, available_from: null }
    await staff.ask(EditPeerDocument, marked as never)
    await publish(staff, id)
    for (const reader of [marcus, helen]) {
      const { requestPeerDocumentDownload: link } = await reader.ask(RequestPeerDocumentDownload, { doc_id: id })
      const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(`${testServer.url}${link!.document_url}`, { headers: { cookie } })
      const content = await contentOf(new Uint8Array(await answer.arrayBuffer()))
      const [{ name }] = (await testServer.sql<{ name: string }>(
        `select first_name || ' ' || last_name as name from users where id = $1`,
        [reader.id],
      )) as [{ name: string }]
      expect(content).toMatch(new RegExp(`<w:t xml:space="preserve">${name}, `))
    }
    const text = await uploaded(testServer, helen, 'terms.txt', 'The terms.')
    expect(await helen.op(AddPeerDocumentVersion, { id, file: text })).toMatchObject({
      code: 'documents.not_markable',
      field: 'file',
    })
    // A version from before the document wanted the name.
    await testServer.sql(`update peer_documents set is_watermarked = false where id = $1`, [id])
    await helen.ask(AddPeerDocumentVersion, { id, file: text })
    await testServer.sql(`update peer_documents set is_watermarked = true where id = $1`, [id])
    expect((await staff.op(ApprovePeerDocument, { id })).code).toBe('documents.not_markable')
  })

  it('lets staff refuse with a reason, ask for changes and edit, all on record', async () => {
    const { data } = await submit(testServer, helen, {
      bytes: 'words',
      networks: [legal],
      variables: { title: 'Decided' },
    })
    const { id } = data!.submitPeerDocument!
    expect((await staff.op(RefusePeerDocument, { id, reason: ' ' })).code).toBe('documents.reason')
    expect((await helen.op(AskForDocumentChanges, { id, reason: 'Shorter' })).code).toBe('staff.not_found')
    await staff.ask(AskForDocumentChanges, { id, reason: 'Please remove page 2.' })
    expect((await helen.ask(GetPeerDocument, { id })).peer_document).toMatchObject({
      state: 'changes_requested',
      reason: 'Please remove page 2.',
    })
    const file = await uploaded(testServer, helen, 'c.txt', 'shorter words')
    expect((await helen.ask(AddPeerDocumentVersion, { id, file })).addPeerDocumentVersion!.state).toBe('pending')
    await publish(staff, id)
    const change = {
      id,
      title: 'Decided again',
      type: 'policy',
      topics: [1],
      geographies: [],
      networks: [legal],
      is_featured: true,
      featured_banner: 'Read this',
      is_watermarked: true,
      available_from: null,
    } as const
    expect((await helen.op(EditPeerDocument, change as never)).code).toBe('staff.not_found')
    expect((await staff.op(EditPeerDocument, { ...change, networks: [] } as never)).code).toBe('documents.networks')
    expect(await staff.op(EditPeerDocument, change as never)).toMatchObject({
      code: 'documents.not_markable',
      field: 'is_watermarked',
      message: expect.stringContaining('The reader’s name can’t be printed on this file (Text).'),
    })
    const edited = await staff.ask(EditPeerDocument, { ...change, is_watermarked: false } as never)
    expect(edited.editPeerDocument).toMatchObject({
      title: 'Decided again',
      type: 'policy',
      is_featured: true,
      is_watermarked: false,
      featured_banner: 'Read this',
    })
    await staff.ask(RefusePeerDocument, { id, reason: 'Taken down on request.' })
    expect(await state(marcus, id)).toBeUndefined()
    const { staff_acts } = await staff.ask(GetStaffActs, {})
    expect(staff_acts.items.map(({ act }) => act).slice(0, 4)).toEqual([
      'document.refused',
      'document.edited',
      'document.approved',
      'document.changes_requested',
    ])
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
