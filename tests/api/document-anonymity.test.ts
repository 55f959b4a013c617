/** A document without its submitter's name: no operation, byte, time, count or notification says whose it is. */
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  ApprovePeerDocument,
  CheckDocumentFile,
  GetStaffDocuments,
  GetOwnPeerDocuments,
  GetPeerDocument,
  GetStaffActs,
  Notifications,
  PeerDocumentsByUser,
  RequestPeerDocumentDownload,
  RevealDocumentSubmitter,
  SearchPeerDocuments,
} from '#api/operations.ts'
import { docxPagesOf } from '#database/seed/file-forms.ts'
import { demoMembers } from '../demo-members.ts'
import { AUTHOR, anonymousAuthor, findLeaks } from '../harness/anonymous.ts'
import { cell, contentOf, coreOf, docx, paragraph, xlsx } from '../harness/documents.ts'
import { nameOf, queriesOf, shapesOf } from '../harness/operation-shapes.ts'
import { blobsOf, publish, submit } from '../harness/peer-documents.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)
const author = await anonymousAuthor(testServer, legal)

/** Word writes the author into the properties. */
const original = docx({
  body: paragraph('A checklist about marmots') + paragraph('Nothing here says who wrote it.'),
  parts: { 'docProps/core.xml': coreOf(`${AUTHOR.first} ${AUTHOR.last}`) },
})
const file = await uploaded(testServer, author, `${AUTHOR.last} draft.docx`, original)
const [upload] = await testServer.sql<{ storage_key: string }>('select storage_key from uploads where key = $1', [
  file.key,
])
const answer = await submit(testServer, author, {
  bytes: 'unused',
  networks: [legal],
  variables: { title: 'Marmots in contracts', is_anonymous: true, file },
})
if (!answer.data) throw new Error(answer.text)
const { id } = answer.data!.submitPeerDocument!
await testServer.runJobs()

describe('a document without a name', () => {
  it('DOC-anonymous-proof, FIELD-peer_document.is_anonymous, FIELD-peer_document.company: is stored cleaned, and the upload is deleted with its bytes', async () => {
    expect(answer.data!.submitPeerDocument).toMatchObject({
      is_anonymous: true,
      submitter_id: null,
      company: null,
      uploader: null,
      is_own: true,
    })
    expect(await testServer.sql('select from uploads where key = $1', [file.key])).toEqual([])
    expect(await blobsOf(testServer).size(upload!.storage_key)).toBeUndefined()
    const [stored] = await testServer.sql<{ storage_key: string; name: string }>(
      'select f.storage_key, f.name from material_files f join document_versions v on v.file_id = f.id where v.document_id = $1',
      [id],
    )
    expect(stored!.name).toBe('Marmots in contracts.docx')
    const bytes = await blobsOf(testServer).open(stored!.storage_key).then(buffer)
    expect(findLeaks(await contentOf(original))).toEqual([AUTHOR.first, AUTHOR.last])
    expect(findLeaks(await contentOf(new Uint8Array(bytes)))).toEqual([])
  })

  it('has a day and no hour, and an id that no sequence gave', async () => {
    const [row] = await testServer.sql<{ created: string; uploaded: string; version: string }>(
      `select to_char(d.date_created at time zone 'UTC', 'HH24:MI:SS.US') as created, to_char(d.date_uploaded at time zone 'UTC', 'HH24:MI:SS.US') as uploaded,
         to_char(v.date_uploaded at time zone 'UTC', 'HH24:MI:SS.US') as version
       from peer_documents d join document_versions v on v.document_id = d.id where d.id = $1`,
      [id],
    )
    expect(Object.values(row!)).toEqual(Array.from({ length: 3 }, () => '00:00:00.000000'))
    const [last] = await testServer.sql<{ value: number }>('select last_value as value from peer_documents_id_seq')
    expect(id).toBeGreaterThan(Number(last!.value) + 1_000)
    await expect(
      testServer.sql('update peer_documents set submitter_id = $2 where id = $1', [id, AUTHOR.id]),
    ).rejects.toThrow('peer_documents_check')
  })

  it('RULE-anonymous-documents-hidden: names its submitter in no answer of any query, to members or staff, before and after it is published', async () => {
    const { contract } = testServer.application.engine
    for (const stage of ['pending', 'published']) {
      if (stage === 'published') await publish(staff, id)
      for (const reader of [helen, staff])
        for (const node of queriesOf(contract).filter((each) => /Document/.test(nameOf(each)))) {
          const [shape] = shapesOf(contract, node, {
            id,
            objectID: id,
            submitterId: AUTHOR.id,
            search: 'marmots',
            userId: helen.id,
          })
          const { text } = await reader.op({ name: nameOf(node), kind: 'query' }, shape!)
          expect({ stage, operation: nameOf(node), leaks: findLeaks(text) }).toEqual({
            stage,
            operation: nameOf(node),
            leaks: [],
          })
        }
    }
    const found = (await helen.ask(SearchPeerDocuments, { search: 'marmots' })).peer_documents
    expect(found.items.map((each) => each.id)).toEqual([id])
    for (const reader of [helen, author, staff])
      expect((await reader.ask(PeerDocumentsByUser, { submitterId: AUTHOR.id })).peer_documents_by_user.count).toBe(0)
    expect((await author.ask(GetOwnPeerDocuments, {})).own_peer_documents.map((each) => each.id)).toEqual([id])
    expect((await helen.ask(GetPeerDocument, { id })).peer_document!.is_own).toBe(false)
  })

  it('says nothing in downloads, notifications, mails, the trail of staff and the queue of jobs', async () => {
    const { requestPeerDocumentDownload: link } = await helen.ask(RequestPeerDocumentDownload, { doc_id: id })
    const download = await helen.send('GET', link!.document_url)
    expect(findLeaks(`${download.headers.get('content-disposition')}`)).toEqual([])
    await testServer.runJobs()
    expect((await author.ask(Notifications, {})).notifications.items).toEqual([])
    const written = await testServer.sql<{ row: string }>(`
      select to_jsonb(a)::text as row from staff_acts a union all select to_jsonb(f)::text from follow_ups f
      union all select payload::text from graphile_worker._private_jobs union all select to_jsonb(m)::text from outgoing_mails m
      union all select to_jsonb(f)::text from material_files f union all select to_jsonb(d)::text from peer_documents d
      union all select to_jsonb(v)::text from document_versions v union all select to_jsonb(n)::text from notification_facts n`)
    expect(findLeaks(written.map(({ row }) => row).join('\n'))).toEqual([])
    const { staff_acts } = await staff.ask(GetStaffActs, {})
    expect(staff_acts.items.some(({ act }) => act === 'document.approved')).toBe(true)
  })

  it('shows its submitter to the staff member who put a reason on record, and to no other', async () => {
    const second = await newStaff(testServer, { role: 'owner' })
    expect((await helen.op(RevealDocumentSubmitter, { id, reason: 'Curious' })).code).toBe('staff.not_found')
    expect((await staff.op(RevealDocumentSubmitter, { id, reason: ' ' })).code).toBe('documents.reason')
    const { revealDocumentSubmitter } = await staff.ask(RevealDocumentSubmitter, { id, reason: 'A court order.' })
    expect(revealDocumentSubmitter).toEqual({
      document_id: id,
      submitter: { id: AUTHOR.id, name: `${AUTHOR.first} ${AUTHOR.last}` },
    })
    const [act] = (await staff.ask(GetStaffActs, {})).staff_acts.items
    expect(act).toMatchObject({ act: 'document.submitter_revealed', item_name: 'Marmots in contracts' })
    // Reading the list does not reveal it, not even to who looked.
    for (const reader of [staff, second])
      expect(findLeaks(JSON.stringify(await reader.ask(GetStaffDocuments, {})))).toEqual([])
  })
})

describe('before it is submitted', () => {
  it('is checked without a change: what is removed, what stays, and that the member decides', async () => {
    const telling = docxPagesOf([[`${AUTHOR.first} ${AUTHOR.last} wrote this.`]])
    const named = await uploaded(testServer, author, 'telling.docx', telling)
    const { checkDocumentFile: check } = await author.ask(CheckDocumentFile, { file: named })
    expect(check).toMatchObject({ outcome: 'cleaned' })
    expect(check!.findings[0]).toMatchObject({ token: expect.stringContaining(AUTHOR.last) })
    expect((await helen.op(CheckDocumentFile, { file: named })).code).toBe('uploads.gone')
    const send = (variables: object) =>
      submit(testServer, author, {
        bytes: 'unused',
        networks: [legal],
        variables: { title: 'Telling', is_anonymous: true, file: named, ...variables },
      })
    expect((await send({})).code).toBe('documents.findings')
    expect((await send({ keeps_findings: true })).data!.submitPeerDocument!.state).toBe('pending')
    expect(await testServer.sql('select from document_checks where user_id = $1', [AUTHOR.id])).toEqual([])
  })

  it('is not taken while it has hidden parts, until the member has them removed', async () => {
    const book = xlsx([
      { name: 'Offer', rows: `<row><c><f>Margins!A1</f><v>7</v></c></row>` },
      { name: 'Margins', rows: `<row>${cell('Our floor is four million')}</row>`, state: 'veryHidden' },
    ])
    const file = await uploaded(testServer, author, 'offer.xlsx', book)
    const check = async (removes_hidden: boolean) =>
      (await author.ask(CheckDocumentFile, { file: { ...file, removes_hidden } })).checkDocumentFile!
    expect((await check(false)).questions).toEqual([
      { kind: 'hidden_sheet', where: 'Sheet “Margins”', text: 'The sheet “Margins” is hidden.' },
    ])
    expect(await check(true)).toMatchObject({
      outcome: 'cleaned',
      questions: [],
      removed: expect.arrayContaining(['Hidden sheets; formulas that used them keep their last values']),
    })
    const send = (removes_hidden: boolean) =>
      submit(testServer, author, {
        bytes: 'unused',
        networks: [legal],
        variables: { title: 'Offer', is_anonymous: true, keeps_findings: true, file: { ...file, removes_hidden } },
      })
    expect(await send(false)).toMatchObject({
      code: 'documents.hidden',
      message: '“offer.xlsx” has hidden parts (Sheet “Margins”). Choose “Remove hidden parts”, or replace the file.',
    })
    const { id: offer } = (await send(true)).data!.submitPeerDocument!
    const [stored] = await testServer.sql<{ storage_key: string }>(
      'select f.storage_key from material_files f join document_versions v on v.file_id = f.id where v.document_id = $1',
      [offer],
    )
    const content = await contentOf(new Uint8Array(await blobsOf(testServer).open(stored!.storage_key).then(buffer)))
    expect(content).toContain('<v>7</v>')
    expect(content).not.toMatch(/four million|Margins/)
  })

  it('refuses a title with the name, and a file that cannot be cleaned; never shares with the name instead', async () => {
    const send = async (variables: object, bytes: string | Uint8Array = 'words', name = 'notes.txt') =>
      (
        await submit(testServer, author, {
          name,
          bytes,
          networks: [legal],
          variables: { is_anonymous: true, ...variables },
        })
      ).code
    expect(await send({ title: `Notes of ${AUTHOR.last}` })).toBe('documents.named')
    expect(await send({ description: `Written at ${AUTHOR.company}` })).toBe('documents.named')
    const before = await testServer.sql('select count(*) from peer_documents')
    expect(await send({}, docx({ body: '', parts: { 'word/document.xml': '<w:document' } }), 'broken.docx')).toBe(
      'documents.not_cleaned',
    )
    expect(await testServer.sql('select count(*) from peer_documents')).toEqual(before)
    expect((await staff.op(ApprovePeerDocument, { id: 900_000_000_000_000 })).code).toBe('documents.not_found')
  })
})
