import { expect, it } from 'vitest'
import { nextStep, placeBeside } from '#web/features/onboarding/guides/tour-steps.ts'

const items = ['#a', '#b', '#c'].map((selector) => ({ selector }))

it('skips steps whose place is not on the page, also at the beginning and the end', () => {
  const onPage = (selector: string) => ['#b'].includes(selector)
  expect(nextStep(items, -1, onPage)).toBe(1)
  expect(nextStep(items, 1, onPage)).toBeUndefined()
  expect(nextStep(items, -1, () => false)).toBeUndefined()
  expect(nextStep(items, 0, () => true)).toBe(1)
})

it('stands below, above where there is no room, and never outside the window', () => {
  const card = { width: 300, height: 100 }
  const room = { width: 390, height: 800 }
  const box = (top: number, left = 40) => ({ left, top, bottom: top + 50, width: 200, height: 50 })
  expect(placeBeside(box(100), card, room)).toEqual({ left: 40, top: 160 })
  expect(placeBeside(box(700), card, room)).toEqual({ left: 40, top: 590 })
  expect(placeBeside(box(100, 350), card, room).left).toBe(390 - 300 - 16)
  expect(placeBeside({ ...box(-300), bottom: -250 }, card, room).top).toBe(16)
})
