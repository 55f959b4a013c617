import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { people } from './demo-members.ts'
import { demoPortraits } from './portraits.ts'

const portraits = demoPortraits()

it('draws most members, each differently, and leaves some with their initials', () => {
  expect(new Set(portraits.map(({ svg }) => svg)).size).toBe(portraits.length)
  expect(portraits.length).toBeGreaterThan(people.length / 2)
  expect(portraits.length).toBeLessThan(people.length)
})

it.each(['priya', 'marcus', 'dana'])('is the same on the front page: %s', (key) => {
  expect(readFileSync(`web/public/welcome/${key}.svg`, 'utf8')).toBe(portraits.find((each) => each.key === key)!.svg)
})
