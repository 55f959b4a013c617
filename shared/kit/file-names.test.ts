import { expect, it } from 'vitest'
import { cleanFileName, extensionOf, sanitizeFileName } from '#shared/kit/file-names.ts'

it.each([
  ['Board   paper\t2026', 'Board paper 2026', 'RULE-filename-collapse-whitespace'],
  ['a\u0000b\u0007c\r\nSet-Cookie: x', 'abc Set-Cookie: x', 'RULE-filename-remove-control'],
  ['Résumé Żółć', 'Resume Zołc', 'RULE-filename-remove-diacritics'],
  ['Plan 🎉👩‍⚖️ final', 'Plan final', 'RULE-filename-remove-emoji'],
  ['Price €5 ™ ©', 'Price 5', 'RULE-filename-remove-symbols'],
  [`a#%&{}\\<>*?/$!'"@+_\`|=b`, 'ab', 'RULE-filename-remove-characters'],
  [' ._-Draft-_. ', 'Draft', 'RULE-filename-trim'],
  ['x'.repeat(80), 'x'.repeat(30), 'CONST-filename-limit'],
  ['🎉', 'document', 'CONST-filename-default'],
])('makes of %j the name %j (%s)', (given, wanted) => {
  expect(sanitizeFileName(given)).toBe(wanted)
})

it('keeps the extension beside the thirty characters, or takes the one that fits (DECISION-filename-steps)', () => {
  expect(cleanFileName(`${'x'.repeat(40)}.PDF`)).toBe(`${'x'.repeat(30)}.pdf`)
  expect(cleanFileName('photo.jpeg', 'jpg')).toBe('photo.jpg')
  expect(cleanFileName('../../etc/passwd')).toBe('etcpasswd')
  expect(cleanFileName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
  expect(cleanFileName('.pdf')).toBe('document.pdf')
  expect([extensionOf('a.tar.gz'), extensionOf('README'), extensionOf('x.averylongone')]).toEqual(['gz', '', ''])
})
