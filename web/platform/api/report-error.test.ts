import { afterEach, expect, test, vi } from 'vitest'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { setPageProps } from '#web/platform/page-props.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { closeToast, currentToasts } from '#web/platform/toasts/toasts.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  vi.restoreAllMocks()
})

test('what nobody foresaw is one toast with the support address and the id (ERR-generic-toast, DECISION-generic-toast-wording, FIELD-page_props.supportEmail)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setPageProps({
    version: '1',
    theme: 'legal',
    supportEmail: 'legal@counterpart.test',
    maintenance: '',
    analyticsWriteKey: null,
    logLevel: 7,
    mailDomain: 'counterpart.test',
    demoAccounts: null,
    demoPassword: null,
  })
  reportUnexpectedError(new ApiError('Internal.', { kind: 'bad_response', status: 500, errorId: 'abc123' }))
  expect(currentToasts()).toMatchObject([
    {
      variant: 'error',
      title: 'An error has occurred',
      text: 'This error has been logged. If this is time-sensitive, please contact support at legal@counterpart.test. Error ID: abc123.',
    },
  ])
})
