import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { errorMessage, showErrorToast } from '#web/platform/api/error-message.ts'
import { closeToast, currentToasts } from '#web/platform/toasts/toasts.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  vi.restoreAllMocks()
})

const refused = new ApiError('The topic is 212 characters long. The limit is 200.', { kind: 'bad_request' })
const offline = new ApiError('Can’t connect.', { kind: 'network' })
const late = new ApiError('The request timed out.', { kind: 'timeout' })
const broken = new ApiError('Internal.', { kind: 'bad_response', errorId: 'e-7' })
const shown = () => currentToasts().map(({ title, text }) => [title, text])

test('a refusal by rule is the server’s own sentence, whatever else could be said', () => {
  expect(errorMessage(refused, { fact: 'Not sent', offline: 'No.', failed: 'No.' })).toBe(refused.message)
})

test('no connection and no answer in time are one sentence', () => {
  const sentence = 'Nothing was changed. You’re offline; try again when you’re back online.'
  for (const error of [offline, late]) {
    expect(errorMessage(error)).toBe(sentence)
    expect(errorMessage(error, { offline: 'You’re offline. Your text is safe here.' })).toBe(
      'You’re offline. Your text is safe here.',
    )
  }
  expect(errorMessage(offline, { fact: 'Request not sent' })).toBe(
    'Request not sent. You’re offline; try again when you’re back online.',
  )
})

test('what nobody foresaw keeps the id by which support finds it', () => {
  expect(errorMessage(broken)).toBe('Nothing was changed. Something went wrong on our end. Error ID: e-7.')
  expect(errorMessage(broken, { failed: 'We couldn’t post this just now.' })).toBe(
    'We couldn’t post this just now. Error ID: e-7.',
  )
  expect(errorMessage(new TypeError('undefined'))).toBe('Nothing was changed. Something went wrong on our end.')
})

test('a toast has the sentence as its title, or as its text under a title', () => {
  showErrorToast(refused)
  showErrorToast(offline, { title: 'Nothing was changed' })
  expect(shown()).toEqual([
    [refused.message, undefined],
    ['Nothing was changed', 'You’re offline; try again when you’re back online.'],
  ])
})

test('without sentences of its own what nobody foresaw is the general toast', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showErrorToast(broken)
  expect(shown()).toMatchObject([['An error has occurred', expect.stringContaining('Error ID: e-7.')]])
})
