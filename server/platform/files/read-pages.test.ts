import { expect, it } from 'vitest'
import { docx, WORD } from '../../../tests/harness/documents.ts'
import { kindOf, UNKNOWN } from './file-kinds.ts'
import { readPages } from './read-pages.ts'

const documentOf = (before: string, words: string) =>
  docx({
    body: '',
    parts: {
      'word/document.xml': `<?xml version="1.0"?>${before}<w:document><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:document>`,
    },
  })

it('takes nothing into a document from outside it, and lets no part of it multiply', async () => {
  const here = new URL(import.meta.url).pathname
  const outside = `<!DOCTYPE d [<!ENTITY secret SYSTEM "file://${here}"><!ENTITY % more SYSTEM "http://127.0.0.1:9/x"> %more;]>`
  const bomb = `<!DOCTYPE d [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`
  for (const [type, entity] of [
    [outside, 'secret'],
    [bomb, 'c'],
  ] as const)
    await expect(readPages(documentOf(type, `Reserves &${entity};`), 'office')).rejects.toMatchObject({
      outcome: 'broken',
    })
  const { pages } = await readPages(documentOf('', 'Reserves &secret; of the year'), 'office')
  expect(pages[0]!.text).toBe('Reserves &secret; of the year')
})

it('reads plain text of either encoding, and knows it by its bytes', async () => {
  const bytes = new Uint8Array([0xc9, 0x74, 0x65, 0x0a])
  expect(await kindOf(bytes, UNKNOWN)).toBe('text')
  expect((await readPages(bytes, 'text')).pages[0]!.text).toBe('Éte\n')
  expect((await readPages(new TextEncoder().encode('Éte'), 'text')).pages[0]!.text).toBe('Éte')
  await expect(kindOf(new Uint8Array([1, 2, 3]), UNKNOWN)).rejects.toMatchObject({ outcome: 'unsupported' })
  await expect(kindOf(bytes, WORD)).rejects.toMatchObject({ outcome: 'broken' })
})
