import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { FoundFailed } from './FirstFound.tsx'

it.each([
  [
    'what to change in the search',
    new ApiError('Shorten your search.', { kind: 'bad_request', code: 'search.too_long' }),
    'Shorten your search.',
  ],
  ['that a section could not be loaded', new Error('offline'), 'Something went wrong while loading this.'],
])('says %s', (_, error, words) => {
  expect(renderToStaticMarkup(<FoundFailed error={error} again={() => {}} />)).toContain(words)
})
