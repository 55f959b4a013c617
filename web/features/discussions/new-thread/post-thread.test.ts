import { afterEach, expect, test, vi } from 'vitest'
import { postProblem, type Post } from './post-thread.ts'

afterEach(() => vi.useRealTimers())

const poll = (time_zone: string, end_day: string): Post => ({
  kind: 'poll',
  topic: 'Which firm for employment matters?',
  html: '',
  text: '',
  mentions: [],
  poll: { options: ['One', 'Another'], allow_other: false, can_change_vote: false, end_day },
  peer_network_ids: [1],
  areas_of_expertise: [],
  geographies: [],
  time_zone,
})

test('a poll closes at the end of the day in the time zone of its author, whatever that of the browser', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
  expect(postProblem(poll('UTC', '2026-11-23'))).toBeNull()
  expect(postProblem(poll('Pacific/Kiritimati', '2026-11-23'))).toMatch(/closing date has passed/)
  expect(postProblem(poll('Pacific/Honolulu', '2026-11-22'))).toMatch(/closing date has passed/)
  expect(postProblem(poll('UTC', ''))).toBeNull()
})
