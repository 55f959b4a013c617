import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, constantFrom, oneof, property, string, array } from 'fast-check'
import { expect, it } from 'vitest'
import {
  cleanFileName,
  extensionOf,
  FILE_NAME_DEFAULT,
  FILE_NAME_LENGTH,
  sanitizeFileName,
} from '#shared/kit/file-names.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const NAMES = path.join(DATA, 'seed-filenames')
const RUNS = 100_000

function expectSafe(given: string) {
  const name = sanitizeFileName(given)
  expect([...name].length, given).toBeLessThanOrEqual(FILE_NAME_LENGTH)
  expect(name, given).toMatch(/^[^ .\-_]/)
  expect(name, given).toMatch(/[^ .\-_]$/u)
  expect(name, given).not.toMatch(/[\p{C}\p{M}\p{S}#%&{}\\<>*?/$!'"@+_`|=\r\n]|\s\s/u)
  expect(sanitizeFileName(name)).toBe(name)
  const whole = cleanFileName(given)
  expect(whole).not.toMatch(/[/\\\r\n\0\u202a-\u202e\u2066-\u2069]|^\./u)
  expect(path.basename(whole)).toBe(whole)
}

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
  expectSafe(given)
})

it('keeps the extension beside the thirty characters, or takes the one that fits (DECISION-filename-steps)', () => {
  expect(cleanFileName(`${'x'.repeat(40)}.PDF`)).toBe(`${'x'.repeat(30)}.pdf`)
  expect(cleanFileName('photo.jpeg', 'jpg')).toBe('photo.jpg')
  expect(cleanFileName('../../etc/passwd')).toBe('etcpasswd')
  expect(cleanFileName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
  expect(cleanFileName('.pdf')).toBe('document.pdf')
  expect([extensionOf('a.tar.gz'), extensionOf('README'), extensionOf('x.averylongone')]).toEqual(['gz', '', ''])
})

it(`leaves ${RUNS.toLocaleString('en-US')} hostile names short and harmless`, { timeout: 60_000 }, () => {
  const piece = oneof(
    string({ unit: 'binary', maxLength: 12 }),
    string({ unit: 'grapheme', maxLength: 12 }),
    constantFrom('../', '..\\', '\r\n', '\0', '\u202e', '\u2066', 'CON', 'NUL', '.', ' ', '-', '_', '%2e%2e%2f', '.pdf', '😀', 'e\u0301'),
  )
  assert(
    property(array(piece, { maxLength: 8 }), (pieces) => expectSafe(pieces.join(''))),
    { numRuns: RUNS },
  )
})

it('leaves the names of the known lists harmless', ({ skip }) => {
  if (!existsSync(NAMES)) return skip('seed-filenames is not in the folder of SHARED_DATA')
  const lines = globSync('fuzzdb/**/*.txt', { cwd: NAMES }).flatMap((file) =>
    readFileSync(path.join(NAMES, file), 'utf8').split('\n'),
  )
  const pairs = JSON.parse(readFileSync(path.join(NAMES, 'sanitize-filename-pairs.json'), 'utf8')) as { input: string }[]
  const names = [...lines, ...pairs.map(({ input }) => input)]
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) expectSafe(String(name))
  expect(sanitizeFileName('')).toBe(FILE_NAME_DEFAULT)
})
