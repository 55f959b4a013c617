import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RESUMABLE_AT_ONCE, RESUMABLE_PATH, RESUMABLE_PURPOSES } from '#shared/uploads.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { pdfOf } from '#database/seed/file-forms.ts'

const testServer = await startTestServer()
const [helen, marcus, staff] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A PDF of about two megabytes: the bytes are in a comment before its end. */
function largePdf(): Buffer {
  const pdf = pdfOf(['Limitation of liability'])
  const end = pdf.lastIndexOf('startxref')
  const comment = Buffer.from(`%${randomBytes(1_000_000).toString('hex')}\n`)
  return Buffer.concat([pdf.subarray(0, end), comment, pdf.subarray(end)])
}

const create = (who: Client, size: number, name: string, purpose = 'document') =>
  who.send('POST', RESUMABLE_PATH, {
    headers: {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(name)},purpose ${base64(purpose)},user_id ${base64('2')}`,
    },
  })
const begin = async (who: Client, size: number, name: string, purpose?: string) => {
  const { status, headers } = await create(who, size, name, purpose)
  expect(status).toBe(201)
  return headers.get('location')!
}
const part = (who: Client, at: string, offset: number, bytes: Buffer) =>
  who.send('PATCH', at, {
    bytes,
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  } as never)
const offsetOf = async (who: Client, at: string) =>
  Number((await who.send('HEAD', at, { headers: TUS })).headers.get('upload-offset'))
const finish = async (who: Client, at: string) => {
  const { status, text } = (await who.send('POST', `${at}/finish`, { body: {} })) as never as {
    status: number
    text: string
  }
  return { status, ...(JSON.parse(text) as { data?: { key: string; name: string; size: number }; message?: string }) }
}
const sendAll = async (who: Client, at: string, bytes: Buffer) => {
  for (let from = 0; from < bytes.length; from += 700_000)
    await part(who, at, from, bytes.subarray(from, from + 700_000))
}

describe('a large file', () => {
  it('goes on where it stopped, and is the same file at the end', async () => {
    const pdf = largePdf()
    const at = await begin(helen, pdf.length, 'Master agreement.pdf')
    await part(helen, at, 0, pdf.subarray(0, 700_000))
    expect(await offsetOf(helen, at)).toBe(700_000)
    // A part that begins elsewhere than the file ends would leave a hole.
    expect((await part(helen, at, 900_000, pdf.subarray(900_000, 1_000_000))).status).toBe(409)
    expect(await finish(helen, at)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Part of this file is missing'),
    })
    await part(helen, at, 700_000, pdf.subarray(700_000))
    const done = await finish(helen, at)
    expect(done.data).toMatchObject({ name: 'Master agreement.pdf', size: pdf.length })
    // The response was lost: the client asks again.
    expect((await finish(helen, at)).data).toEqual(done.data)
    const [stored] = await testServer.sql<{ storage_key: string }>('select storage_key from uploads where key = $1', [
      done.data!.key,
    ])
    const key = stored!.storage_key
    expect(readFileSync(`${testServer.config.dataDir}/files/${key.slice(-2)}/${key}`).equals(pdf)).toBe(true)
  })

  it('belongs to the member who began it', async () => {
    const pdf = largePdf()
    const at = await begin(helen, pdf.length, 'Mine.pdf')
    expect((await part(marcus, at, 0, pdf)).status).toBe(404)
    expect((await marcus.send('HEAD', at, { headers: TUS })).status).toBe(404)
    expect((await marcus.send('DELETE', at, { headers: TUS })).status).toBe(404)
    expect((await finish(marcus, at)).status).toBe(404)
    expect(await offsetOf(helen, at)).toBe(0)
    expect((await create(testServer.anonymous(), 10, 'a.pdf')).status).toBe(403)
    await helen.send('DELETE', at, { headers: TUS })
  })

  it('is refused with a sentence before any byte is sent', async () => {
    const message = async (...asked: Parameters<typeof create>) =>
      ((await create(...asked)) as never as { text: string }).text
    expect(await message(helen, RESUMABLE_PURPOSES.document + 1, 'Big.pdf')).toContain('The limit is 100 MB')
    expect(await message(helen, 0, 'Empty.pdf')).toContain('is empty')
    expect(await message(helen, 10, 'Program.exe')).toContain('isn’t a supported file type')
    expect(await message(helen, 10, 'Talk.mp4', 'video')).toContain('Only staff can upload videos')
  })

  it('is refused at its end if it is not what it says, and is then gone', async () => {
    const bytes = Buffer.from('MZ this is a program')
    const at = await begin(helen, bytes.length, 'Agreement.pdf')
    await part(helen, at, 0, bytes)
    expect((await finish(helen, at)).status).toBe(409)
    expect((await helen.send('HEAD', at, { headers: TUS })).status).toBe(404)
    const video = await begin(staff, bytes.length, 'Talk.mp4', 'video')
    await part(staff, video, 0, bytes)
    expect((await finish(staff, video)).message).toContain('isn’t a supported video')
  })

  it('is one of a few at a time', async () => {
    const begun = []
    for (let count = 0; count < RESUMABLE_AT_ONCE; count += 1) begun.push(await begin(marcus, 10, `File ${count}.pdf`))
    const refusal = (await create(marcus, 10, 'One more.pdf')) as never as { text: string; status: number }
    expect(refusal.status).toBe(409)
    expect(refusal.text).toContain('already uploading 5 large files')
    for (const at of begun) await marcus.send('DELETE', at, { headers: TUS })
    await sendAll(marcus, await begin(marcus, 10, 'After.pdf'), Buffer.alloc(10))
  })
})
