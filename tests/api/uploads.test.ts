import { existsSync, readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { ReplyToThread } from '#api/operations.ts'
import { docxOf, pdfOf, zipOf } from '#database/seed/file-forms.ts'
import { POSTING_LIMITS } from '#shared/limits.ts'
import { UPLOAD_BYTES, UPLOAD_WAITS_HOURS } from '#shared/uploads.ts'
import { demoMembers } from '../demo-members.ts'
import { CAMERA_PICTURE, ofSize } from '../harness/camera-picture.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { upload, uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.billing)
const { id: threadId } = await insertThread(testServer, { author: helen.id, networks: [legal] })

const picture = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#4a3f78' } })
const PNG = await picture().png().toBuffer()
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
const PDF = pdfOf(['The terms.'])
const DOCX = docxOf(['The terms.'])

const stored = (root: TestServer) => {
  const folder = path.join(root.config.dataDir, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}
const countUploads = async () =>
  (await testServer.sql<{ n: number }>('select count(*)::integer as n from uploads'))[0]!.n
/** A compound file of the old Office formats, as far as the server inspects it. */
const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(512),
  ])
const ods = zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' })

describe('takes', () => {
  it.each([
    ['terms.pdf', PDF, 'terms.pdf', 'application/pdf'],
    ['Letter.DOCX', DOCX, 'Letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['sums.ods', ods, 'sums.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['old.doc', compound('WordDocument'), 'old.doc', 'application/msword'],
    ['old.xls', compound('Workbook'), 'old.xls', 'application/vnd.ms-excel'],
    ['old.ppt', compound('PowerPoint Document'), 'old.ppt', 'application/vnd.ms-powerpoint'],
    ['memo.rtf', '{\\rtf1\\ansi The terms.}', 'memo.rtf', 'application/rtf'],
    ['notes.txt', 'Zażółć\r\n', 'notes.txt', 'text/plain'],
    ['table.csv', Buffer.from('Caf\xe9;1\r\n', 'latin1'), 'table.csv', 'text/csv'],
    ['BMI notes.md', 'BM is how some pictures begin.', 'BMI notes.md', 'text/markdown'],
    ['no ending', PDF, 'no ending.pdf', 'application/pdf'],
    ['../../etc/cron.d/x.pdf', PDF, 'x.pdf', 'application/pdf'],
    ['a\u202efdp.pdf', PDF, 'afdp.pdf', 'application/pdf'],
  ])(
    'the file %s (FIELD-reply_attachment.key, FIELD-reply_attachment.name, FIELD-reply_attachment.file_type, FIELD-reply_attachment.size, DECISION-missing-upload-call)',
    async (name, bytes, kept, file_type) => {
      const answer = await upload(testServer, helen, name, bytes as never)
      expect(answer).toMatchObject({ status: 200, data: { name: kept, file_type, size: Buffer.byteLength(bytes) } })
      expect(answer.data!.key).toMatch(/^[\w-]{22}$/)
    },
  )

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('a picture as %s, drawn anew, with a preview', async (format) => {
    const bytes = await picture().toFormat(format).toBuffer()
    const { data } = await upload(testServer, helen, `board.${format}`, bytes)
    expect(data!.file_type).toBe(`image/${format}`)
    const [row] = await testServer.sql('select width, height, preview_key from uploads where key = $1', [data!.key])
    expect(row).toMatchObject({ width: 800, height: 600, preview_key: expect.stringMatching(/^[0-9a-f]{96}$/) })
  })
})

describe('refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const html = '<!doctype html><script>alert(1)</script>'
  it.each([
    ['a drawing with scripts', 'logo.svg', svg, 'uploads.refused'],
    ['the same under another name', 'logo.png', svg, 'uploads.kind'],
    ['and as text', 'logo.txt', svg, 'uploads.kind'],
    ['a page', 'page.html', html, 'uploads.refused'],
    ['a page as text', 'page.txt', html, 'uploads.kind'],
    ['a program', 'setup.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'uploads.refused'],
    ['a program as a document', 'setup.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'uploads.kind'],
    ['a shell script as text', 'run.txt', '#!/bin/sh\nrm -r /', 'uploads.kind'],
    ['an archive', 'all.zip', zipOf({ 'a.txt': 'a' }), 'uploads.refused'],
    ['an archive as a document', 'all.docx', zipOf({ 'a.txt': 'a' }), 'uploads.kind'],
    ['a document with a program in it', 'l.docx', zipOf({ ...entriesOfDocx(), 'word/run.exe': 'MZ' }), 'uploads.kind'],
    ['a document with macros', 'l.docx', zipOf({ ...entriesOfDocx(), 'word/vbaProject.bin': 'x' }), 'uploads.kind'],
    ['a picture that is called a document', 'terms.pdf', PNG, 'uploads.lies'],
    ['a document that is called a picture', 'board.png', PDF, 'uploads.lies'],
    ['a PDF that is an archive as well', 'both.pdf', Buffer.concat([PDF, zipOf({ 'a.html': html })]), 'uploads.kind'],
    [
      'a document with something before it',
      'both.docx',
      Buffer.concat([Buffer.from('PK\x03\x04'), DOCX]),
      'uploads.kind',
    ],
    ['a document with something behind it', 'both.docx', Buffer.concat([DOCX, Buffer.from(html)]), 'uploads.kind'],
    ['text with a zero in it', 'notes.txt', 'a\0b', 'uploads.kind'],
    ['text that is none', 'notes.txt', Buffer.from([0xc3, 0x28, 0x81]), 'uploads.kind'],
    ['half a picture', 'board.png', PNG.subarray(0, 200), 'uploads.damaged'],
    ['a picture of the camera that is none', 'IMG_1.heic', PNG, 'uploads.lies'],
    ['a picture of the camera under another name', 'board.png', CAMERA_PICTURE, 'uploads.lies'],
    ['half a picture of the camera', 'IMG_1.heic', CAMERA_PICTURE.subarray(0, 700), 'uploads.damaged'],
    ['a picture of the camera that says it is smaller', 'IMG_1.heic', ofSize(8, 8), 'uploads.damaged'],
    ['nothing', 'empty.txt', '', 'uploads.refused'],
    ['the test virus', 'notes.txt', EICAR, 'uploads.infected'],
    ['the test virus inside something', 'notes.txt', `${'x'.repeat(65_500)}${EICAR}`, 'uploads.infected'],
  ])('%s, in a sentence and without a trace', async (_, name, bytes, code) => {
    const before = [stored(testServer), await countUploads()]
    const answer = await upload(testServer, marcus, name, bytes as never, { type: 'image/png' })
    expect(answer).toMatchObject({ status: 409, code, message: expect.stringMatching(/\.$/) })
    expect([stored(testServer), await countUploads()]).toEqual(before)
  })

  it('a picture of too many pixels, however small the file', async () => {
    const bytes = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(await upload(testServer, grace, 'bomb.png', bytes)).toMatchObject({
      code: 'uploads.pixels',
      message: '“bomb.png” is over 50 megapixels. Save a smaller version and attach that.',
    })
  })

  it('a picture of the camera of too many pixels, before one is decoded', async () => {
    expect(await upload(testServer, grace, 'IMG_2.heic', ofSize(9_000, 9_000))).toMatchObject({
      code: 'uploads.pixels',
      message: '“IMG2.heic” is over 50 megapixels. Save a smaller version and attach that.',
    })
  })

  it('more than fits, whatever the request says of its size', async () => {
    const answer = await upload(testServer, grace, 'long.txt', 'x'.repeat(UPLOAD_BYTES + 1))
    expect(answer).toMatchObject({
      code: 'uploads.refused',
      message: '“long.txt” is over 25 MB. The limit is 25 MB. Reduce its size, or split it into parts.',
    })
    expect(stored(testServer).some((name) => name.includes('.'))).toBe(false)
  })

  it('a request without a session, from elsewhere, or without a file', async () => {
    expect((await upload(testServer, testServer.anonymous(), 'a.txt', 'a')).status).toBe(403)
    expect(await upload(testServer, grace, 'a.txt', 'a', { headers: { 'x-xsrf-token': 'x' } })).toMatchObject({
      status: 403,
      code: 'session.xsrf',
    })
    expect(
      (await upload(testServer, grace, 'a.txt', 'a', { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403)
    expect((await grace.send('POST', '/api/uploads', { body: {} })).status).toBe(403)
    const other = await grace.send('POST', '/api/graphql/threads', {
      text: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(other.status).toBe(403)
  })

  it('the sixty-first within an hour, whether the others were taken or refused', async () => {
    const rupert = await testServer.member(demoMembers.trial)
    await testServer.set('limit_upload', null)
    const [hour] = POSTING_LIMITS.upload.windows
    expect((await upload(testServer, rupert, 'setup.exe', 'MZ')).code).toBe('uploads.refused')
    for (let sent = 1; sent < hour.newcomer; sent += 1)
      expect((await upload(testServer, rupert, 'a.txt', 'a')).code).toBeUndefined()
    expect(await upload(testServer, rupert, 'a.txt', 'a')).toMatchObject({
      status: 409,
      code: 'limits.reached',
      message: expect.stringMatching(
        /^You’ve uploaded 60 files in the past hour; the next can be uploaded (at|on \w+ \d+ at) /,
      ),
    })
    expect((await upload(testServer, grace, 'a.txt', 'a')).code).toBeUndefined()
    await testServer.set('limit_upload', 0)
  })
})

function entriesOfDocx() {
  return {
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': '<x/>',
  }
}

it('forgets what no post took after a day, with its files, and keeps what was taken', async () => {
  const unused = await uploaded(testServer, helen, 'board.png', PNG)
  const used = await uploaded(testServer, helen, 'used.png', PNG)
  const fresh = await uploaded(testServer, helen, 'fresh.png', PNG)
  const { data } = await helen.op(ReplyToThread, {
    thread_id: threadId,
    body: '<p>With it</p>',
    attachments: [used],
    idempotency_key: newKey(),
  })
  const keysOf = async (key: string) =>
    Object.values(
      (await testServer.sql('select storage_key, preview_key from uploads where key = $1', [key]))[0]!,
    ) as string[]
  const [goes, stays] = [await keysOf(unused.key), [...(await keysOf(used.key)), ...(await keysOf(fresh.key))]]
  await testServer.sql(
    'update uploads set created_at = now() - make_interval(hours => $1, mins => 1) where key = any($2)',
    [UPLOAD_WAITS_HOURS, [unused.key, used.key]],
  )
  await testServer.sql(`select graphile_worker.add_job('uploads:sweep')`)
  await testServer.runJobs()
  for (const key of goes) expect(stored(testServer)).not.toContain(key)
  for (const key of stays) expect(stored(testServer)).toContain(key)
  expect((await grace.send('GET', data!.replyToThread.attachments[0]!.file)).status).toBe(200)
  expect(
    await helen.op(ReplyToThread, {
      thread_id: threadId,
      body: '<p>With it</p>',
      attachments: [unused],
      idempotency_key: newKey(),
    }),
  ).toMatchObject({ code: 'uploads.gone' })
})

it('leaves nothing behind when somebody breaks off', async () => {
  const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1')
  const head = [
    'POST /api/uploads HTTP/1.1',
    'host: localhost',
    `cookie: ${[...helen.cookies].map(([key, value]) => `${key}=${value}`).join('; ')}`,
    `x-xsrf-token: ${helen.cookies.get('XSRF-TOKEN')}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 1000000',
  ]
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf'
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  await expect.poll(() => stored(testServer).some((name) => name.length === 32)).toBe(true)
  socket.destroy()
  await expect.poll(() => stored(testServer).some((name) => name.length === 32)).toBe(false)
})

describe('with a scanner', async () => {
  const heard: Buffer[] = []
  let verdict = 'stream: OK'
  const clamd = createServer((socket) => {
    const parts: Buffer[] = []
    socket.on('error', () => {})
    socket.on('data', (data) => {
      parts.push(data)
      if (Buffer.concat(parts).subarray(-4).equals(Buffer.alloc(4))) {
        heard.push(Buffer.concat(parts))
        if (verdict !== '') socket.end(`${verdict}\0`)
        else socket.destroy()
      }
    })
  })
  await new Promise<void>((ready) => clamd.listen(0, '127.0.0.1', ready))
  afterAll(() => clamd.close())
  const { port } = clamd.address() as { port: number }
  const guarded = await startTestServer({ CLAMD_URL: `tcp://127.0.0.1:${port}` })
  const member = await guarded.member(demoMembers.member)

  it('shows it every file and does what it says', async () => {
    expect((await upload(guarded, member, 'terms.pdf', PDF)).data).toMatchObject({ name: 'terms.pdf' })
    expect(heard[0]!.toString('latin1')).toMatch(/^zINSTREAM\0/)
    expect(heard[0]!.includes(PDF)).toBe(true)
    verdict = 'stream: Win.Test.Canary FOUND'
    expect(await upload(guarded, member, 'terms.pdf', PDF)).toMatchObject({ status: 409, code: 'uploads.infected' })
  })

  it('takes nothing while it does not answer', async () => {
    verdict = ''
    expect(await upload(guarded, member, 'terms.pdf', PDF)).toMatchObject({ status: 503, code: 'uploads.not_scanned' })
    expect(await guarded.sql('select from uploads')).toHaveLength(1)
  })
})
