import { expect, test } from 'vitest'
import { previousPageOf, visitsAfter, type Visits } from '#web/platform/navigation/visit-history.ts'

test('a push forgets what was ahead, a return does not', () => {
  expect(visitsAfter(['/feed', '/feed/1', '/members'], 1, '/inbox', true)).toEqual(['/feed', '/inbox'])
  expect(visitsAfter(['/feed', '/feed/1', '/members'], 0, '/feed?a=b', false)).toEqual([
    '/feed?a=b',
    '/feed/1',
    '/members',
  ])
})

test('going back skips entries of the same path', () => {
  const trail: Visits = ['/feed?kind=polls', '/feed/1', '/feed/1?order=oldest', '/feed/1/#message-4']
  expect(previousPageOf(trail, 3)).toEqual({ href: '/feed?kind=polls', delta: -3 })
})

test('the whole address is kept, so that a group stays chosen', () => {
  expect(previousPageOf(['/inbox?group_id=4', '/members/7'], 1)).toEqual({ href: '/inbox?group_id=4', delta: -1 })
})

test('without an earlier entry, or beyond a gap, there is nothing to go back to', () => {
  expect(previousPageOf(['/feed/1'], 0)).toBeUndefined()
  expect(previousPageOf(['/feed/1', '/feed/1?a=b'], 1)).toBeUndefined()
  expect(previousPageOf([undefined, '/feed/1'], 1)).toBeUndefined()
})
