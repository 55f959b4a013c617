import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CreateThread, ReplyToThread, thread } from '#api/operations.ts'
import { pdfOf } from '#database/seed/file-forms.ts'
import { FILES_PER_POST } from '#shared/uploads.ts'
import { demoMembers } from '../demo-members.ts'
import { CAMERA_PICTURE } from '../harness/camera-picture.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, samuel] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
)
const { id: threadId } = await insertThread(testServer, { author: helen.id, networks: [legal] })
const picture = () => sharp({ create: { width: 800, height: 600, channels: 3, background: '#4a3f78' } })
const PNG = await picture().png().toBuffer()
const PDF = pdfOf(['The terms.'])
const text = (name: string) => `<p>With ${name}</p>`

describe('a post with files', () => {
  const reply = (attachments: unknown, who = marcus, key = newKey()) =>
    who.op(ReplyToThread, {
      thread_id: threadId,
      body: text('files'),
      attachments: attachments as never,
      idempotency_key: key,
    })

  it('carries them in their order, for its readers to load (FEATURE-reply-attachments, FIELD-reply_payload.attachments, FIELD-attachment.image_url, FIELD-attachment.thumbnail_url, FIELD-attachment.file_type, FIELD-attachment.size, FIELD-attachment.name, FIELD-attachment.id)', async () => {
    const files = [
      await uploaded(testServer, marcus, 'terms.pdf', PDF),
      await uploaded(testServer, marcus, 'board.png', PNG),
      await uploaded(testServer, marcus, 'notes.txt', 'a'),
    ]
    const { data } = await reply(files)
    const { attachments } = data!.replyToThread
    expect(attachments.map(({ name }) => name)).toEqual(['terms.pdf', 'board.png', 'notes.txt'])
    expect(attachments[1]).toMatchObject({ file_type: 'image/png', width: 800, height: 600 })
    expect(attachments[1]!.thumbnail_url).toBe(`${attachments[1]!.file}/preview`)
    expect(attachments[1]!.image_url).toBe(`${attachments[1]!.file}/picture`)
    expect(attachments[0]).toMatchObject({ image_url: null, thumbnail_url: null, size: PDF.length, inline: false })
    expect(Buffer.from(await bytesOf(grace, attachments[0]!.file)).equals(PDF)).toBe(true)
    expect((await samuel.send('GET', attachments[0]!.file)).status).toBe(404)
  })

  it('opens a discussion with them', async () => {
    const file = await uploaded(testServer, marcus, 'terms.pdf', PDF)
    const { createThread } = await marcus.ask(CreateThread, {
      topic: 'With a file',
      body: text('it'),
      attachments: [file],
      idempotency_key: newKey(),
    })
    const read = await grace.ask(thread, { id: createThread.id })
    expect(read.thread!.messages[0]!.attachments).toMatchObject([{ name: 'terms.pdf' }])
  })

  it('shows a picture to its readers, inline and inert, and to nobody else', async () => {
    const file = await uploaded(testServer, marcus, 'board.png', PNG)
    const { data } = await reply([file])
    const address = data!.replyToThread.attachments[0]!.thumbnail_url!
    const answer = await grace.send('GET', address)
    expect(answer.status).toBe(200)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'content-security-policy',
          'cache-control',
          'x-content-type-options',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const shown = await sharp(await bytesOf(grace, address)).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 640, height: 480 })
    const unknown = await samuel.send('GET', '/api/attachments/900000000000000/preview')
    const refused = await samuel.send('GET', address)
    expect({ status: refused.status, text: refused.text }).toEqual({ status: 404, text: unknown.text })
    expect(refused.headers.get('content-security-policy')).toBe(unknown.headers.get('content-security-policy'))
    expect((await testServer.anonymous().send('GET', address)).status).toBe(401)
    // The full-size picture differs from the preview and has the same safe headers (FIELD-attachment.image_url).
    const whole = address.replace(/preview$/, 'picture')
    const large = await grace.send('GET', whole)
    expect(large.headers.get('content-type')).toBe('image/png')
    expect(large.headers.get('content-disposition')).toBe('inline')
    expect(large.headers.get('content-security-policy')).toBe(answer.headers.get('content-security-policy'))
    expect(await sharp(await bytesOf(grace, whole)).metadata()).toMatchObject({
      format: 'png',
      width: 800,
      height: 600,
    })
    expect((await samuel.send('GET', whole)).status).toBe(404)
  })

  it('gives no file that is no picture to be shown', async () => {
    const { data } = await reply([await uploaded(testServer, marcus, 'notes.txt', 'a')])
    const { file } = data!.replyToThread.attachments[0]!
    expect((await grace.send('GET', `${file}/picture`)).status).toBe(404)
  })

  it('of a private reply they are for its readers only', async () => {
    const file = await uploaded(testServer, marcus, 'board.png', PNG)
    const { replyToThread } = await marcus.ask(ReplyToThread, {
      thread_id: threadId,
      body: text('one'),
      isPrivate: true,
      attachments: [file],
      idempotency_key: newKey(),
    })
    const { file: address, thumbnail_url } = replyToThread.attachments[0]!
    for (const [reader, status] of [
      [helen, 200],
      [grace, 404],
    ] as const)
      for (const each of [address, thumbnail_url!]) expect((await reader.send('GET', each)).status).toBe(status)
  })

  it('knows nothing of where a picture was taken', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'canary-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { data } = await reply([
      await uploaded(
        testServer,
        marcus,
        'holiday.jpg',
        Buffer.concat([bytes, Buffer.from('<script>canary-tail</script>')]),
      ),
    ])
    for (const address of [
      data!.replyToThread.attachments[0]!.file,
      data!.replyToThread.attachments[0]!.thumbnail_url!,
    ]) {
      const served = Buffer.from(await bytesOf(grace, address))
      const { exif, xmp, iptc, icc } = await sharp(served).metadata()
      expect({ exif, xmp, iptc, icc }).toEqual({})
      expect(served.includes('canary')).toBe(false)
    }
  })

  it('carries a picture of the camera as a JPEG, which everybody can open', async () => {
    expect(CAMERA_PICTURE.includes('CANARY')).toBe(true)
    const own = await uploaded(testServer, marcus, 'IMG_0412.HEIC', CAMERA_PICTURE)
    expect(own).toMatchObject({ name: 'IMG0412.jpg', file_type: 'image/jpeg' })
    const { file, thumbnail_url } = (await reply([own])).data!.replyToThread.attachments[0]!
    const served = Buffer.from(await bytesOf(grace, file))
    expect(served.includes('CANARY')).toBe(false)
    const size = { width: 128, height: 96 }
    const { exif, icc, ...drawn } = await sharp(served).metadata()
    expect(drawn).toMatchObject({ format: 'jpeg', ...size })
    expect({ exif, icc }).toEqual({})
    expect(await sharp(await bytesOf(grace, thumbnail_url!)).metadata()).toMatchObject({ format: 'webp', ...size })
    const pixels = await sharp(served).raw().toBuffer()
    const isNear = (at: number, colour: number[]) =>
      colour.every((value, channel) => Math.abs(pixels.at(at + channel)! - value) < 24)
    expect([isNear(0, [176, 48, 48]), isNear(-3, [48, 80, 176])]).toEqual([true, true])
  })

  it('takes only what is one’s own, once, and keeps everything when it refuses', async () => {
    const count = async () =>
      (
        await testServer.sql<{ n: number }>('select count(*)::integer as n from messages where thread_id = $1', [
          threadId,
        ])
      )[0]!.n
    const foreign = await uploaded(testServer, helen, 'terms.pdf', PDF)
    const own = await uploaded(testServer, marcus, 'mine.pdf', PDF)
    const before = await count()
    const asForeign = await reply([own, foreign])
    expect(asForeign).toMatchObject({ status: 200, code: 'uploads.gone', field: 'attachments' })
    expect(asForeign.message).toBe(
      '“terms.pdf” has expired. Files are held for 24 hours before posting. Remove it and attach it again; nothing else was lost.',
    )
    for (const key of ['AAAAAAAAAAAAAAAAAAAAAA', '', 'x y', '../../secret'])
      expect(await reply([{ ...foreign, key }])).toMatchObject({ code: 'uploads.gone', message: asForeign.message })
    expect(await count()).toBe(before)
    // A refused reply does not use up the member's own file.
    expect((await reply([own])).code).toBeUndefined()
    expect(await reply([own])).toMatchObject({ code: 'uploads.gone' })
    expect((await reply([foreign], helen)).code).toBeUndefined()
  })

  it('believes neither the name nor the type nor the size that come with a key', async () => {
    const own = await uploaded(testServer, marcus, 'mine.pdf', PDF)
    const { data } = await reply([{ ...own, name: 'x.html', file_type: 'text/html', size: 1 }])
    expect(data!.replyToThread.attachments).toMatchObject([
      { name: 'mine.pdf', file_type: 'application/pdf', size: PDF.length },
    ])
  })

  it('sent twice is one post with its files once', async () => {
    const [own, key] = [await uploaded(testServer, marcus, 'mine.pdf', PDF), newKey()]
    const [first, again] = [await reply([own], marcus, key), await reply([own], marcus, key)]
    expect(again.text).toBe(first.text)
    expect(first.data!.replyToThread.attachments).toHaveLength(1)
  })

  it(`takes ${FILES_PER_POST} and refuses more`, async () => {
    const own = await uploaded(testServer, marcus, 'mine.pdf', PDF)
    const many = Array.from({ length: FILES_PER_POST + 1 }, (_, index) => ({
      ...own,
      key: `${index}`.padStart(22, 'k'),
    }))
    expect(await reply(many)).toMatchObject({ code: 'uploads.too_many', field: 'attachments' })
  })
})

async function bytesOf(client: typeof helen, address: string): Promise<Uint8Array> {
  const response = await fetch(`${testServer.url}${address}`, {
    headers: { cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
