import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pack, unpack } from './archive.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('reads what it wrote, in this order', async () => {
  const entries = await unpack(
    pack([
      ['mimetype', bytes('x')],
      ['ä/b.xml', bytes('<b/>'.repeat(1_000))],
      ['empty', bytes('')],
    ]),
  )
  expect([...entries].map(([name, content]) => [name, content.length])).toEqual([
    ['mimetype', 1],
    ['ä/b.xml', 4_000],
    ['empty', 0],
  ])
})

/** One entry, with a declared size of our own. */
function archive(content: Uint8Array, declared: number, { flags = 0, method = 8 } = {}): Uint8Array {
  const whole = Buffer.from(pack([['a', bytes('')]]))
  const facts = (at: number) => {
    whole.writeUInt16LE(flags, at + 2)
    whole.writeUInt16LE(method, at + 4)
    whole.writeUInt32LE(content.length, at + 14)
    whole.writeUInt32LE(declared, at + 18)
  }
  facts(4)
  const directory = whole.indexOf('PK\x01\x02', 0, 'latin1')
  facts(directory + 6)
  const end = whole.indexOf('PK\x05\x06', 0, 'latin1')
  whole.writeUInt32LE(directory + content.length, end + 16)
  return Buffer.concat([whole.subarray(0, directory), content, whole.subarray(directory)])
}

it.each([
  ['more than the limit', 'unpacks_too_much', () => archive(deflateRawSync(bytes('x')), 200_000_000)],
  ['more than it declares', 'unpacks_too_much', () => archive(deflateRawSync(new Uint8Array(50_000_000)), 10)],
  ['encrypted content', 'encrypted', () => archive(bytes('x'), 1, { flags: 1 })],
  ['an unknown compression', 'unsupported', () => archive(bytes('x'), 1, { method: 14 })],
  ['damaged content', 'broken', () => archive(bytes('not deflated'), 40)],
  ['half an archive', 'broken', () => pack([['a', bytes('x')]]).subarray(0, 40)],
])('refuses %s: %s', async (_, outcome, make) => {
  const began = performance.now()
  await expect(unpack(make())).rejects.toMatchObject({ outcome })
  expect(performance.now() - began).toBeLessThan(5_000)
})

it('reads an archive with a byte too many at its end', async () => {
  expect((await unpack(Buffer.concat([pack([['a', bytes('x')]]), Buffer.from([0x0a])]))).size).toBe(1)
})
