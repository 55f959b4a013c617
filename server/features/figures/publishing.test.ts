import { expect, it } from 'vitest'
import { SMALLEST_GROUP, TOGETHER } from '#shared/figures.ts'
import { publish, publishShare } from './publishing.ts'

const none = new Map<string, number>()
/** The same numbers in every run. */
function* numbers(seed: number) {
  for (let at = seed; ;) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    yield at / 2_147_483_648
  }
}

it('shows exact figures, hides small groups, and carries them until there are five', () => {
  const counted = new Map([['', 3]])
  expect(publish('exact', counted, none).shown).toEqual(counted)
  expect(publish('hidden', counted, none)).toEqual({ shown: none, remainders: none })
  expect(publish('hidden', new Map([['', 5]]), none).shown).toEqual(new Map([['', 5]]))
  const first = publish('carried', counted, none)
  expect(first).toEqual({ shown: none, remainders: counted })
  expect(publish('carried', new Map([['', 4]]), first.remainders).shown).toEqual(new Map([['', 7]]))
})

it('adds small categories together, and carries what is still small', () => {
  const reasons = new Map([
    ['changed_job', 6],
    ['too_expensive', 3],
    ['other', 2],
  ])
  expect(publish('pooled', reasons, none)).toEqual({
    shown: new Map([
      ['changed_job', 6],
      [TOGETHER, 5],
    ]),
    remainders: none,
  })
  expect(publish('pooled', new Map([['other', 4]]), none)).toEqual({ shown: none, remainders: new Map([['other', 4]]) })
})

it('never shows a share of which either part is small', () => {
  for (let group = 0; group <= 60; group += 1)
    for (let returned = 0; returned <= group; returned += 1) {
      const shown = publishShare(returned, group)
      if (shown === 0) continue
      expect(shown).toBeGreaterThanOrEqual(SMALLEST_GROUP)
      const rest = group - shown
      expect(rest === 0 || rest >= SMALLEST_GROUP, `${returned} of ${group}`).toBe(true)
    }
})

// A reader may ask for every run of weeks, every network and every category, and subtract one answer from another.
it('lets no difference of dates, networks or categories be a group smaller than five', () => {
  const random = numbers(7)
  for (const rule of ['carried', 'pooled'] as const) {
    const weeks: Map<string, number>[] = []
    let total = 0
    for (const network of ['legal', 'finance', 'executive']) {
      let waiting: ReadonlyMap<string, number> = none
      for (let week = 0; week < 60; week += 1) {
        const counted = new Map(['a', 'b', 'c'].map((reason) => [reason, Math.floor(random.next().value! ** 3 * 8)]))
        for (const amount of counted.values()) total += amount
        const { shown, remainders } = publish(rule, counted, waiting)
        waiting = remainders
        weeks[week] ??= new Map()
        for (const [reason, amount] of shown) weeks[week]!.set(`${network} ${reason}`, amount)
      }
      for (const amount of waiting.values()) total -= amount
    }
    const cells = weeks.flatMap((week) => [...week.values()])
    // Nobody is lost, and each cell, of which all sums and differences consist, is large enough.
    expect(cells.reduce((sum, amount) => sum + amount, 0)).toBe(total)
    expect(Math.min(...cells)).toBeGreaterThanOrEqual(SMALLEST_GROUP)
  }
})
