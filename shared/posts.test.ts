import { describe, expect, test } from 'vitest'
import { BODY_LENGTH, MENTIONS_PER_POST, TOPIC_LENGTH, bodyProblem, topicProblem } from '#shared/posts.ts'

describe('limits, in words', () => {
  test('a body', () => {
    expect(bodyProblem(' ', 0)).toBe('Write something first.')
    expect(bodyProblem('Yes', 0)).toBeNull()
    expect(bodyProblem('', 1)).toBeNull()
    expect(bodyProblem('x'.repeat(BODY_LENGTH), 0)).toBeNull()
    expect(bodyProblem('x'.repeat(BODY_LENGTH + 1), 0)).toContain('20,001')
    expect(bodyProblem('x', MENTIONS_PER_POST + 1)).toContain('50')
  })
  test('a topic', () => {
    expect(topicProblem('  ')).toBe('Give the discussion a topic.')
    expect(topicProblem('Clawback policies')).toBeNull()
    expect(topicProblem('x'.repeat(TOPIC_LENGTH + 1))).toContain('200')
  })
})
