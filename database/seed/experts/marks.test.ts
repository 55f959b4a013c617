import { expect, it } from 'vitest'
import { companies } from './directory.ts'
import { markOf } from './marks.ts'

it('each firm of the demo has its own mark, small enough to be in its address', () => {
  const marks = companies.map(({ name }) => markOf(name))
  expect(new Set(marks).size).toBe(companies.length)
  for (const mark of marks) {
    expect(mark).toMatch(/^data:image\/svg\+xml,%3Csvg/)
    expect(mark!.length).toBeLessThan(1_000)
  }
  expect(markOf('Somebody else')).toBeNull()
})
