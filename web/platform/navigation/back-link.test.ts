import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'
import { goBack } from '#web/platform/navigation/back-link.ts'
import { setRouter } from '#web/platform/navigation/navigation.ts'

const went: unknown[] = []
beforeEach(() => {
  fakeBrowser()
  went.length = 0
  setRouter({
    navigate: ({ to }: { to: string }) => void went.push(to),
    history: { go: (delta: number) => void went.push(delta) },
  } as never)
})
afterEach(() => vi.unstubAllGlobals())

describe('going back', () => {
  test('goes to the earlier entry where there is one', () => {
    goBack({ href: '/members', delta: -2 })
    expect(went).toEqual([-2])
  })

  test('falls back to home on the web (RULE-back-fallback-web)', () => {
    goBack(undefined)
    expect(went).toEqual(['/'])
  })

  test.each([
    ['on a small screen', () => vi.stubGlobal('matchMedia', () => ({ matches: true }))],
    ['in the wrapper', () => vi.stubGlobal('CounterpartApp', { postMessage: () => {} })],
  ])('falls back to the feed %s (RULE-back-fallback-mobile)', (_, stub) => {
    stub()
    goBack(undefined)
    expect(went).toEqual(['/feed'])
  })
})
