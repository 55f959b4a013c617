import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restoreScroll } from '#web/platform/navigation/scrolling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A container whose content is still loading: each try can scroll further. */
function scrollerWith(rooms: number[]) {
  const tries: number[] = []
  const hands = new Map<string, () => void>()
  const element = {
    addEventListener: (name: string, listener: () => void) => void hands.set(name, listener),
    removeEventListener: (name: string) => void hands.delete(name),
    get scrollTop() {
      return tries.at(-1) ?? 0
    },
    set scrollTop(target: number) {
      tries.push(Math.min(target, rooms[tries.length] ?? rooms.at(-1)!))
    },
  }
  return { element: element as unknown as HTMLElement, tries, hands }
}

test('a place is restored in up to 5 tries with growing delays, until within 10 px (CONST-scroll-restore)', async () => {
  const never = scrollerWith([100])
  const gaveUp = restoreScroll(1_000, never.element)
  const began = Date.now()
  await vi.runAllTimersAsync()
  expect(await gaveUp).toBe(false)
  expect(never.tries).toHaveLength(5)
  expect(Date.now() - began).toBeGreaterThan(4 * 40)

  const late = scrollerWith([100, 400, 990])
  const found = restoreScroll(1_000, late.element)
  await vi.runAllTimersAsync()
  expect(await found).toBe(true)
  expect(late.tries).toEqual([100, 400, 990])
})

test("the reader's hand ends it", async () => {
  const { element, tries, hands } = scrollerWith([100])
  const restored = restoreScroll(1_000, element)
  hands.get('wheel')!()
  await vi.runAllTimersAsync()
  expect(await restored).toBe(false)
  expect(tries).toHaveLength(1)
  expect(hands.size).toBe(0)
})
