/** Text inside files: who finds it, and files that try to break the parsers. */
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createDeflateRaw, createDeflate } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { CreateThread, FindThreads, RemoveThread, ReplyToThread } from '#api/operations.ts'
import { docxOf, pdfOf, zipOf } from '#database/seed/file-forms.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { FOUND_BEGINS, FOUND_ENDS } from '#shared/search.ts'
import { demoMembers } from '../demo-members.ts'
import { cell, pptx, xlsx } from '../harness/documents.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
const blobs = localBlobs(path.join(testServer.config.dataDir, 'files'))
const found = async (who: Client, search: string) => (await who.ask(FindThreads, { search })).found_threads

const sheet = (strings: string[]) =>
  Buffer.from(xlsx([{ name: 'Reserves', rows: `<row>${strings.map(cell).join('')}</row>` }]))
const slides = (...texts: string[]) => Buffer.from(pptx(texts.map((text) => ({ text }))))

/** A message with a file, as the mail import stores it: with the type that its sender claimed. */
async function putFile(name: string, bytes: Buffer | null, type = 'application/octet-stream') {
  const { id: thread } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  const message = await insertMessage(testServer, { thread, sender: marcus.id, body: 'See there.' })
  const [row] = await testServer.sql<{ id: number }>(
    `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, $2, $3, 1, $4) returning id`,
    [message, name, type, bytes ? await blobs.put(bytes) : '0'.repeat(64)],
  )
  return { thread, message, id: row!.id }
}
const index = async () => {
  await testServer.sql("select from graphile_worker.add_job('search:index')")
  await testServer.runJobs()
}
const outcome = async (id: number) =>
  (await testServer.sql<{ outcome: string }>('select outcome from file_texts where attachment_id = $1', [id]))[0]
    ?.outcome

describe('a discussion is found by what stands in its files', () => {
  it.each([
    ['Cap.pdf', pdfOf(['The quokka clause', 'caps what is owed']), 'quokka'],
    ['Cap.docx', docxOf(['Of deleted things nothing.', 'The numbat clause']), 'numbat'],
    ['Cap.xlsx', sheet(['Numbers', 'The wombat reserve']), 'wombat'],
    ['Cap.pptx', slides('First', 'The potoroo slide'), 'potoroo'],
    ['Cap.txt', Buffer.from('Une étiquette au bandicoot'), 'bandicoot'],
  ])('%s, by its name and with what was found', async (name, bytes, word) => {
    const { createThread: made } = await helen.ask(CreateThread, {
      topic: 'A paper',
      body: '<p>Attached.</p>',
      peer_network_ids: [legal],
      attachments: [await uploaded(testServer, helen, name, bytes)],
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    const { count, items } = await found(grace, word)
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({ thread_id: made.id, entity_type: 'file', file_name: name, is_private: false })
    expect(items[0]!.excerpt).toContain(`${FOUND_BEGINS}${word}${FOUND_ENDS}`)
    await helen.ask(RemoveThread, { thread_id: made.id })
    await testServer.runJobs()
    expect(await found(grace, word)).toEqual({ count: 0, partial: false, items: [] })
  })

  it('by the name of a file too, far into a long text, and not by pictures inside a mail', async () => {
    const { thread } = await putFile(
      'Kookaburra_schedule-2.txt',
      Buffer.from(`${'Usual words. '.repeat(9000)} The echidna.`),
    )
    const { message } = await putFile('other.txt', Buffer.from('Nothing'))
    await testServer.sql(
      "update message_attachments set inline = true, name = 'kookaburra.png' where message_id = $1",
      [message],
    )
    await index()
    // Others have one of the words.
    expect((await found(grace, 'kookaburra schedule')).items[0]).toMatchObject({ thread_id: thread })
    expect(await found(grace, 'kookaburra')).toMatchObject({ count: 1 })
    const { items } = await found(grace, 'echidnas')
    expect(items[0]!.excerpt).toContain(`${FOUND_BEGINS}echidna${FOUND_ENDS}`)
  })

  it('of a private reply by its readers only (threat 4)', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    await camille.ask(ReplyToThread, {
      thread_id: id,
      isPrivate: true,
      body: '<p>For you.</p>',
      attachments: [await uploaded(testServer, camille, 'Armadillo.pdf', pdfOf(['The armadillo paper']))],
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    const messagesWith = async (who: Client, search: string) =>
      (await found(who, search)).items.map(({ message_id }) => message_id)
    for (const other of [grace, samuel, marcus]) {
      expect(await found(other, 'armadillo')).toEqual({ count: 0, partial: false, items: [] })
      // Exactly as without the word that they may not read.
      expect(await messagesWith(other, 'paper armadillo')).toEqual(await messagesWith(other, 'paper'))
    }
    for (const party of [helen, camille, staff])
      expect(await found(party, 'armadillo')).toMatchObject({
        count: 1,
        items: [{ is_private: true, file_name: 'Armadillo.pdf' }],
      })
  })
})

describe('a file that cannot be read is known, and holds nobody up', () => {
  const flate = (mb: number) => {
    const deflate = createDeflate()
    const chunk = Buffer.alloc(1 << 20, 32)
    for (let at = 0; at < mb; at++) deflate.write(chunk)
    deflate.end()
    return buffer(deflate)
  }
  /** A PDF with one page whose content unpacks to `mb` megabytes. */
  const pdfBomb = async (mb: number) => {
    const content = await flate(mb)
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]
    return Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      ...objects.flatMap((each, at) => [
        Buffer.from(`${at + 1} 0 obj\n`),
        Buffer.from(each),
        Buffer.from('\nendobj\n'),
      ]),
      Buffer.from('trailer << /Root 1 0 R /Size 5 >>\n%%EOF'),
    ])
  }
  /** A Word document that claims that its text unpacks to `claimed` bytes. */
  const docxBomb = async (claimed: number) => {
    const raw = createDeflateRaw()
    raw.end(Buffer.alloc(1 << 20, 'a'))
    const packed = await buffer(raw)
    const bytes = docxOf(['']).subarray()
    const whole = zipOf({ '[Content_Types].xml': typesOf(bytes), 'word/document.xml': packed })
    const last = whole.lastIndexOf('word/document.xml')
    whole.writeUInt16LE(8, last - 46 + 10)
    whole.writeUInt32LE(claimed, last - 46 + 24)
    return whole
  }
  const typesOf = (docx: Buffer) => {
    const at = docx.indexOf('<?xml')
    return docx.subarray(at, docx.indexOf('</Types>', at) + 8).toString()
  }
  const locked = () => {
    const document = new PDFDocument({ userPassword: 'not for us' })
    document.text('The cassowary clause')
    document.end()
    return buffer(document)
  }

  it('one behind a password, a broken one, an empty one, one of no words, one that is gone', async () => {
    const files = {
      encrypted: await putFile('locked.pdf', await locked()),
      broken: await putFile('broken.pdf', pdfOf(['The dugong']).subarray(0, 60)),
      empty: await putFile('empty.txt', Buffer.from(' \n')),
      of_no_words: await putFile('picture.txt', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0])),
      missing: await putFile('gone.pdf', null),
    }
    const sound = await putFile('sound.pdf', pdfOf(['The dingo']))
    await index()
    for (const [expected, { id }] of Object.entries(files))
      expect([expected, await outcome(id)]).toEqual([expected, expected])
    expect(await outcome(sound.id)).toBe('read')
    expect(await found(grace, 'dingo')).toMatchObject({ count: 1, items: [{ thread_id: sound.thread }] })
    expect(await testServer.sql('select from search_changes')).toEqual([])
  })

  it('one that lies about its type is read as what it is', async () => {
    const files = [
      await putFile('notes.txt', pdfOf(['The quoll one']), 'text/plain'),
      await putFile('notes.pdf', Buffer.from('The quoll two'), 'application/pdf'),
      await putFile('notes.png', docxOf(['The quoll three']), 'image/png'),
    ]
    await index()
    for (const { id } of files) expect(await outcome(id)).toBe('read')
    expect((await found(grace, 'quoll')).count).toBe(3)
  })

  it('one that unpacks to more than there is room for, or to more than it says', { timeout: 60_000 }, async () => {
    const bombs = {
      pdf: await putFile('bomb.pdf', await pdfBomb(320)),
      claimed: await putFile('bomb.docx', await docxBomb(2_000_000_000)),
      hidden: await putFile('bomb2.docx', await docxBomb(100)),
    }
    const sound = await putFile('after.pdf', pdfOf(['The bilby']))
    await index()
    expect(await outcome(bombs.pdf.id)).toBe('unpacks_too_much')
    expect(await outcome(bombs.claimed.id)).toBe('unpacks_too_much')
    expect(await outcome(bombs.hidden.id)).toBe('unpacks_too_much')
    expect(await outcome(sound.id)).toBe('read')
  })

  it('one that took the server down three times is left, and what a killed reader held is read by the next', async () => {
    const [deadly, held] = [
      await putFile('deadly.pdf', pdfOf(['The taipan'])),
      await putFile('held.pdf', pdfOf(['The cuscus'])),
    ]
    await testServer.sql(
      `update search_changes set attempts = case entity_id when $1 then 3 else 1 end, taken_at = now() - interval '1 hour'
       where entity_type = 'file' and entity_id = any($2)`,
      [deadly.id, [deadly.id, held.id]],
    )
    await index()
    expect(await outcome(deadly.id)).toBe('broken')
    expect(await outcome(held.id)).toBe('read')
  })

  it('one at a time: where a file is being read, another reader takes none', async () => {
    const [busy, waiting] = [
      await putFile('busy.pdf', pdfOf(['The emu'])),
      await putFile('waiting.pdf', pdfOf(['The emu'])),
    ]
    await testServer.sql("update search_changes set taken_at = now() where entity_type = 'file' and entity_id = $1", [
      busy.id,
    ])
    await index()
    expect(await outcome(waiting.id)).toBeUndefined()
    await testServer.sql("update search_changes set taken_at = null where entity_type = 'file'")
    await index()
    expect(await outcome(waiting.id)).toBe('read')
  })
})
