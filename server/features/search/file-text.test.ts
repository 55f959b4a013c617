import { expect, it } from 'vitest'
import { zipOf } from '#database/seed/file-forms.ts'
import { readFileText } from './file-text.ts'

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const documentOf = (before: string, words: string) =>
  new Uint8Array(
    zipOf({
      '[Content_Types].xml': TYPES,
      'word/document.xml': `<?xml version="1.0"?>${before}<w:document><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:document>`,
    }),
  )

it('takes nothing into a document from outside it, and lets no part of it multiply', async () => {
  const here = new URL(import.meta.url).pathname
  const outside = `<!DOCTYPE d [<!ENTITY secret SYSTEM "file://${here}"><!ENTITY % more SYSTEM "http://127.0.0.1:9/x"> %more;]>`
  expect(await readFileText(documentOf(outside, 'Reserves &secret; of the year'))).toMatchObject({
    outcome: 'read',
    content: expect.not.stringContaining('readFileText'),
  })
  const bomb = `<!DOCTYPE d [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`
  const { content } = await readFileText(documentOf(bomb, 'Reserves &c; of the year'))
  expect(content).toContain('Reserves')
  expect(content.length).toBeLessThan(1_000)
})
