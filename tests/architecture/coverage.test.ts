/** The tests that documents cite as proof exist. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
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

describe('the OWASP ASVS in docs/security/asvs.md', () => {
  const rows = readFileSync('docs/security/asvs.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const levels = JSON.parse(readFileSync('docs/security/asvs-5.0-levels.json', 'utf8')) as Record<'1' | '2', string[]>

  test('answers every requirement of levels 1 and 2, each once', () => {
    const wanted = Object.entries(levels).flatMap(([level, ids]) => ids.map((id) => `${id} ${level}`))
    expect([levels['1'].length, levels['2'].length]).toEqual([70, 183])
    expect(rows.map(([, id, level]) => `${id} ${level}`).sort()).toEqual(wanted.sort())
  })

  test('says of each what is done, and names tests that exist, or says why there is none', () => {
    const mistakes = rows.flatMap(([, item, , here, proved = '']) => {
      if (!here) return [`${item} does not say what is done.`]
      return proved.split(' + ').flatMap((proof) => {
        if (/^(not applicable|documented|differs|\*\*open\*\*): \S/.test(proof)) return []
        const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(proof) ?? []
        const mistake = mistakeIn(`${file} > ${title}`, titles)
        return mistake ? [`${item}: ${mistake}`] : []
      })
    })
    expect(mistakes).toEqual([])
  })
})
