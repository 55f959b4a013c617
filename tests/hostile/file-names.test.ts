/** Threat 11: file names that contain paths, headers or right-to-left overrides. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, constantFrom, oneof, property, string, array } from 'fast-check'
import { expect, it } from 'vitest'
import { isFull } from '../harness/full.ts'
import { cleanFileName, FILE_NAME_DEFAULT, FILE_NAME_LENGTH, sanitizeFileName } from '#shared/kit/file-names.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const NAMES = path.join(DATA, 'seed-filenames')
const RUNS = isFull ? 100_000 : 20_000

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

it(`leaves ${RUNS.toLocaleString('en-US')} hostile names short and harmless`, { timeout: 60_000 }, () => {
  const piece = oneof(
    string({ unit: 'binary', maxLength: 12 }),
    string({ unit: 'grapheme', maxLength: 12 }),
    constantFrom(
      '../',
      '..\\',
      '\r\n',
      '\0',
      '\u202e',
      '\u2066',
      'CON',
      'NUL',
      '.',
      ' ',
      '-',
      '_',
      '%2e%2e%2f',
      '.pdf',
      '😀',
      'e\u0301',
    ),
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
  const pairs = JSON.parse(readFileSync(path.join(NAMES, 'sanitize-filename-pairs.json'), 'utf8')) as {
    input: string
  }[]
  const names = [...lines, ...pairs.map(({ input }) => input)]
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) expectSafe(String(name))
  expect(sanitizeFileName('')).toBe(FILE_NAME_DEFAULT)
})
