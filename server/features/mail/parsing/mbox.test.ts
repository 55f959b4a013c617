import { expect, test } from 'vitest'
import { NotAnMbox, splitMbox } from './mbox.ts'

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
const split = (text: string, { size = 7, limit = 10_000 } = {}) => collect(splitMbox(inPieces(text, size), limit))
const FROM = 'From ann@firm.test Mon Jan  4 09:30:00 2021\n'

test('splits at lines that begin a message, however the file comes in pieces', async () => {
  const archive = `${FROM}Subject: one\n\nFirst.\n\n${FROM}Subject: two\n\nSecond.\n`
  for (const size of [1, 7, 64, 5000]) {
    const entries = await split(archive, { size })
    expect(entries.map((entry) => entry.raw.toString())).toEqual([
      'Subject: one\n\nFirst.\n\n',
      'Subject: two\n\nSecond.\n',
    ])
    expect(entries[0]!.fromLine).toBe(FROM.trim())
  }
})

test('leaves prose that begins with From alone and takes back one sign of quoting', async () => {
  const body = 'From 10:30 on, in 2018, we waited.\nNo header.\n>From here.\n>>From there.\n'
  const [entry, ...rest] = await split(`${FROM}Subject: one\n\n${body}`)
  expect(rest).toEqual([])
  expect(entry!.raw.toString()).toContain('\nFrom here.\n>From there.\n')
  expect(entry!.raw.toString()).toContain('\nFrom 10:30 on')
})

test('reads CRLF, a byte order mark and the lines of other writers', async () => {
  const gmail = 'From 1234567890@xxx Mon Jan 04 09:30:00 +0000 2021\r\nX-GM-THRID: 1\r\nSubject: a\r\n\r\nHi\r\n'
  const pipermail = 'From ann at firm.test  Mon Jan  4 09:30:00 2021\r\nFrom: ann at firm.test (Ann)\r\n\r\nHi\r\n'
  expect(await split(`\xef\xbb\xbf${gmail}\r\n${pipermail}`)).toHaveLength(2)
})

test('cuts a message beyond the limit and goes on with the next', async () => {
  const entries = await split(`${FROM}Subject: huge\n\n${'x'.repeat(200_000)}\n\n${FROM}Subject: next\n\nHi\n`, {
    size: 3000,
    limit: 100_000,
  })
  expect(entries.map((entry) => entry.isCut)).toEqual([true, false])
  expect(entries[1]!.raw.toString()).toContain('Subject: next')
})

test('refuses what is not an mbox, and takes an empty file', async () => {
  await expect(split('{"name": "counterpart"}')).rejects.toThrow(NotAnMbox)
  expect(await split('')).toEqual([])
  expect(await split('\n\n')).toEqual([])
})
