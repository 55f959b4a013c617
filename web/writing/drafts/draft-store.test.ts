import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser, type FakeBrowser } from '#web/platform/api/browser-stub.ts'
import { discardDraft, registerDraftSync } from '#web/writing/drafts/discard-draft.ts'
import { hasUnsavedDraft, readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

let browser: FakeBrowser
beforeEach(() => (browser = fakeBrowser()))
afterEach(() => vi.unstubAllGlobals())

it('stores a draft on the device and discards it there', () => {
  expect(storeDraft('one', { text: 'Hello' })).toBe(true)
  expect(browser.stored.get('one')).toBe('{"text":"Hello"}')
  expect(readDraft('one')).toEqual({ text: 'Hello' })
  discardDraft('one')
  expect(readDraft('one')).toBeNull()
})

it('keeps a draft that storage refused for as long as the page is open, and says so', () => {
  const { setItem } = localStorage
  localStorage.setItem = () => {
    throw new Error('Full.')
  }
  expect(storeDraft('two', { text: 'Long' })).toBe(false)
  expect(readDraft('two')).toEqual({ text: 'Long' })
  expect(hasUnsavedDraft()).toBe(true)
  localStorage.setItem = setItem
  expect(storeDraft('two', { text: 'Short' })).toBe(true)
  expect(hasUnsavedDraft()).toBe(false)
})

it('deletes from the copy on the account what was discarded, also before the copy was loaded', () => {
  discardDraft('before')
  const told: string[] = []
  registerDraftSync((key) => told.push(key))
  expect(told).toContain('before')
  discardDraft('after')
  expect(told.at(-1)).toBe('after')
})
