import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, test } from 'vitest'
import { BrokenArchive, readArchive, readFolder } from './archive.ts'
import { NotAnMbox, type MboxEntry } from './mbox.ts'

const email = (subject: string) => `From: ann@firm.test\r\nSubject: ${subject}\r\n\r\nWords of ${subject}.\r\n`
const mbox = (...subjects: string[]) =>
  Buffer.from(subjects.map((each) => `From ann@firm.test Mon Jan  4 09:30:00 2021\n${email(each)}\n`).join(''))
/** In pieces, so that no decision depends on how a stream is cut. */
async function* pieces(bytes: Buffer, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const subjectsOf = async (entries: AsyncIterable<MboxEntry>) => {
  const subjects: string[] = []
  for await (const { raw } of entries) subjects.push(/Subject: (.*?)\r?\n/.exec(raw.toString('latin1'))?.[1] ?? '?')
  return subjects
}
const read = (bytes: Buffer) => subjectsOf(readArchive(pieces(bytes)))

async function tarOf(files: Record<string, Buffer | string>): Promise<Buffer> {
  const tar = pack()
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content)
  tar.finalize()
  const parts: Buffer[] = []
  for await (const part of tar as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
const zipOf = (files: Record<string, Buffer | string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))))

/** An mbox of two emails, as xz packs it. */
const XZ =
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ADBAF1dACMcieb23/ghf6ItSZtgpHbK0nS4OMgHkT9lqh6p9/2o0XDMeD6pQlWdK2aUemGpfVuZx00ZNJcwav1dSNKo8+xRr0ikabtqVmNF72VhCdx2RMJ4mIRGR8L3kGT5oAAAAABSVO5bJsHp8wABecIBAAAAClQRxLHEZ/sCAAAAAARZWg=='

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an archive of emails is read by its first bytes', () => {
  test('an mbox, one email, and nothing', async () => {
    expect(await read(mbox('one', 'two'))).toEqual(['one', 'two'])
    expect(await read(Buffer.from(email('alone')))).toEqual(['alone'])
    expect(await read(Buffer.from(`\uFEFF\r\n${email('after a mark')}`))).toEqual(['after a mark'])
    expect(await read(Buffer.alloc(0))).toEqual([])
  })

  test('gzip, zip and tar, also in each other, with what is no email beside it', async () => {
    expect(await read(gzipSync(mbox('one', 'two')))).toEqual(['one', 'two'])
    const files = {
      'README.txt': 'An archive.',
      'list/a.mbox': mbox('one', 'two'),
      'b.eml': email('three'),
      'empty/': '',
    }
    expect(await read(zipOf(files))).toEqual(['one', 'two', 'three'])
    expect(await read(gzipSync(await tarOf({ ...files, 'c.gz': gzipSync(mbox('four')) })))).toEqual([
      ...['one', 'two', 'three', 'four'],
    ])
  })

  test('a Maildir, in a folder and packed, without what is being delivered and what programs keep there', async () => {
    const files = {
      'cur/1.a:2,S': email('read'),
      'new/2.b': email('new'),
      'tmp/3.c': email('half'),
      '.Sent/cur/4.d:2,': email('sent'),
      'dovecot.index.log': email('index'),
    }
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, 'Maildir', name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    const wanted = ['new', 'read', 'sent']
    expect((await subjectsOf(readFolder(path.join(folder, 'Maildir')))).toSorted()).toEqual(wanted)
    expect((await read(await tarOf(files))).toSorted()).toEqual(wanted)
  })

  test('xz', async () => {
    const packed = Buffer.from(XZ, 'base64')
    expect(await read(packed)).toEqual(['one', 'two'])
    await expect(read(packed.subarray(0, packed.length - 60))).rejects.toThrow(BrokenArchive)
  })
})

describe('what cannot be read says so', () => {
  test.each([
    ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')],
    ['prose', Buffer.from('From me to you.\nNote: nothing.\n')],
    ['a page', Buffer.from('<!doctype html><html>')],
  ])('%s is no archive of emails', (_, bytes) => expect(read(bytes)).rejects.toThrow(NotAnMbox))

  test('a gzip or zip that ends early is broken', async () => {
    const gzip = gzipSync(Buffer.concat(Array.from({ length: 200 }, (_, n) => mbox(`n ${Math.sin(n)}`))))
    await expect(read(gzip.subarray(0, gzip.length - 400))).rejects.toThrow(BrokenArchive)
    const zip = zipOf({ 'a.mbox': mbox('one') })
    await expect(read(zip.subarray(0, zip.length - 30))).rejects.toThrow(BrokenArchive)
  })

  test('archives in archives without end are a trap', async () => {
    let bytes: Buffer = mbox('deep')
    for (let depth = 0; depth < 4; depth++) bytes = gzipSync(bytes)
    expect(await read(bytes)).toEqual(['deep'])
    await expect(read(gzipSync(bytes))).rejects.toThrow('too many archives')
  })
})

test('a “From ” line with nothing but an address begins an email only where prose cannot', async () => {
  const bare = (subject: string) => `From ann@firm.test\n${email(subject)}`
  expect(await read(Buffer.from(`${bare('one')}\n${bare('two')}`))).toEqual(['one', 'two'])
  const prose = `${bare('one')}\nFrom me\nNote: no header of an email.\nWords\nFrom bob@firm.test\nSubject: said in the text\n`
  expect(await read(Buffer.from(prose))).toEqual(['one'])
})
