import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, currentToasts, pauseToast, resumeToast, toast } from '#web/platform/toasts/toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  vi.useRealTimers()
})
const titles = () => currentToasts().map(({ title }) => title)

test('a toast goes after five seconds', () => {
  toast.success('Posted to the group')
  toast.error('Not sent', 'What you wrote is saved.')
  toast.info('Draft saved')
  expect(currentToasts().map(({ variant }) => variant)).toEqual(['success', 'error', 'info'])
  vi.advanceTimersByTime(4_999)
  expect(titles()).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('it can be closed before', () => {
  const id = toast.info('One')
  toast.info('Two')
  closeToast(id)
  expect(titles()).toEqual(['Two'])
})

test('it waits while it is read and then has the rest of its time', () => {
  const id = toast.info('Read me')
  vi.advanceTimersByTime(3_000)
  pauseToast(id)
  pauseToast(id)
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Read me'])
  resumeToast(id)
  resumeToast(id)
  vi.advanceTimersByTime(1_999)
  expect(titles()).toEqual(['Read me'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('an equal one replaces it, unless it has an action of its own', () => {
  toast.info('Select a discussion first')
  vi.advanceTimersByTime(4_000)
  toast.info('Select a discussion first')
  expect(titles()).toEqual(['Select a discussion first'])
  vi.advanceTimersByTime(4_999)
  expect(titles()).toHaveLength(1)
  const undo = { label: 'Undo', run: () => undefined }
  toast.success('Saved', undefined, undo)
  toast.success('Saved', undefined, undo)
  toast.error('Saved')
  expect(titles().filter((title) => title === 'Saved')).toHaveLength(3)
})
