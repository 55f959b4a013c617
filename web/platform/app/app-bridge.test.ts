import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isInApp, setAppTabBar } from '#web/platform/app/app-bridge.ts'
import { openExternal } from '#web/platform/navigation/external-links.ts'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'

const opened: unknown[][] = []
const told: unknown[] = []
beforeEach(() => {
  fakeBrowser()
  opened.length = 0
  told.length = 0
  vi.stubGlobal('open', (...facts: unknown[]) => void opened.push(facts))
})
afterEach(() => vi.unstubAllGlobals())

describe.each(['CounterpartApp', 'ReactNativeWebView'])('inside the wrapper, as %s', (name) => {
  beforeEach(() => void vi.stubGlobal(name, { postMessage: (text: string) => told.push(JSON.parse(text)) }))

  test('the tab bar is hidden and shown on request (RULE-mobile-wrapper-tab-bar)', () => {
    expect([isInApp(), setAppTabBar('hide'), setAppTabBar('show')]).toEqual([true, true, true])
    expect(told).toEqual([
      { type: 'tabBar', value: 'hide' },
      { type: 'tabBar', value: 'show' },
    ])
  })

  test('other sites are handed over (RULE-mobile-wrapper-external-urls)', () => {
    openExternal('example.org/terms')
    expect(told).toEqual([{ type: 'openExternal', value: 'https://example.org/terms' }])
    expect(opened).toEqual([])
  })
})

describe('in a browser', () => {
  test('nothing is asked for', () => expect([isInApp(), setAppTabBar('hide')]).toEqual([false, false]))

  test('other sites open in a new tab that does not know who opened it', () => {
    openExternal('https://example.org')
    expect(opened).toEqual([['https://example.org', '_blank', 'noopener,noreferrer']])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.test', ''])('%j is not opened', (url) => {
    openExternal(url)
    expect(opened).toEqual([])
  })
})
