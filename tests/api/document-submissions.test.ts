/** Peer documents: submissions, versions and decisions of staff. */
import { describe, expect, it } from 'vitest'
import {
  AddPeerDocumentVersion,
  ApprovePeerDocument,
  AskForDocumentChanges,
  CreateThread,
  EditMessage,
  EditPeerDocument,
  GetStaffDocuments,
  GetPeerDocument,
  GetStaffActs,
  RefusePeerDocument,
  ReplyToThread,
  RequestPeerDocumentDownload,
  SearchPeerDocuments,
  thread,
  WithdrawPeerDocument,
} from '#api/operations.ts'
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
const search = async (client: Client, variables: object = {}) =>
  (await client.ask(SearchPeerDocuments, variables as never)).peer_documents
const titles = async (client: Client, variables: object = {}) =>
  (await search(client, variables)).items.map(({ title }) => title)
const state = async (client: Client, id: number) => (await client.ask(GetPeerDocument, { id })).peer_document?.state

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

  it('lets staff refuse with a reason, ask for changes, edit and feature, all on record (STAFF-documents)', async () => {
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
