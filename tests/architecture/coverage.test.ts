/** What documents say is proved names tests that exist. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findProofs, mistakeIn, type Coverage } from '../../bin/coverage.ts'
import { testTitles } from '../../bin/test-titles.ts'

const titles = testTitles()

test('docs/coverage.json names tests that exist, and each row of it once', () => {
  const coverage = JSON.parse(readFileSync('docs/coverage.json', 'utf8')) as Coverage
  expect(findProofs(coverage, titles).mistakes).toEqual([])
  for (const [proof, ids] of Object.entries(coverage.proved)) expect(ids, proof).toEqual([...new Set(ids)])
})

test('every row of docs/security.md is proved by a test that exists', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| +\d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThan(10)
  const mistakes = rows.flatMap(([, threat, , , proved = '']) => {
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proved) ?? []
    const mistake = mistakeIn(`${file} > ${title}`, titles)
    return mistake ? [`Threat ${threat}: ${mistake}`] : []
  })
  expect(mistakes).toEqual([])
})

test('every item of the ASVS in docs/security.md is proved by a test that exists, or says why it does not apply', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| +V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThan(40)
  const mistakes = rows.flatMap(([, item, , , proved = '']) => {
    if (/^(not applicable|documented|differs): \S/.test(proved)) return []
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proved) ?? []
    const mistake = mistakeIn(`${file} > ${title}`, titles)
    return mistake ? [`${item}: ${mistake}`] : []
  })
  expect(mistakes).toEqual([])
})
