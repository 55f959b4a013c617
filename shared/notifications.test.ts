import { describe, expect, it } from 'vitest'
import {
  NOTIFICATION_TYPES,
  choicesIn,
  notificationPath,
  sentenceOf,
  plainSentence,
  waysOf,
  actorNames,
  type NotificationType,
  type NotificationFact,
} from './notifications.ts'

const told = (notification_type: NotificationType, more: Partial<NotificationFact> = {}): NotificationFact => ({
  notification_type,
  payload: {},
  related_users: [{ name: 'Marcus' }],
  num_of_users: 1,
  num_of_facts: 1,
  topic: null,
  ...more,
})

describe('a sentence', () => {
  it('stands for every kind, and leads somewhere on this site', () => {
    for (const type of NOTIFICATION_TYPES) {
      const { what } = sentenceOf(told(type))
      expect(what.length, type).toBeGreaterThan(5)
      expect(what, type).not.toMatch(/[!.]$/)
      expect(notificationPath(told(type)), type).toMatch(/^\/[a-z]/)
    }
  })

  it('names one, two, or one and how many others', () => {
    const named = (num_of_users: number, ...names: string[]) =>
      actorNames({ related_users: names.map((name) => ({ name })), num_of_users })
    expect(named(1, 'Marcus')).toBe('Marcus')
    expect(named(2, 'Marcus', 'Grace')).toBe('Marcus and Grace')
    expect(named(12, 'Marcus', 'Grace', 'Helen')).toBe('Marcus and 11 others')
    expect(named(0)).toBe('A member')
  })

  it('makes one line of many', () => {
    expect(plainSentence(told('like', { num_of_users: 12 }))).toBe('Marcus and 11 others agreed with your post')
    expect(plainSentence(told('reply', { num_of_facts: 3 }))).toBe('Marcus posted 3 replies')
  })
})

describe('a link', () => {
  it('leads to the message, or to the thread that it opens', () => {
    expect(notificationPath(told('reply', { payload: { thread_id: 3, message_id: 9 } }))).toBe('/feed/3#message-9')
    expect(notificationPath(told('like', { payload: { thread_id: 3, message_id: 9, is_thread: true } }))).toBe(
      '/feed/3',
    )
    expect(notificationPath(told('moderation_decision', { payload: { act: 'remove' } }))).toBe('/profile/activity')
    expect(notificationPath(told('group_invitation', { payload: { group_id: 5 } }))).toBe('/inbox?group_id=5')
    expect(notificationPath(told('new_follower', { payload: { user_id: 4 } }))).toBe('/members/4')
  })
})

describe('choices', () => {
  it('are joined to what is usual', () => {
    expect(waysOf({ like: { push: true } }).like).toEqual({ in_app: true, email: false, push: true })
    expect(waysOf({}).mention).toEqual({ in_app: true, email: true, push: true })
  })

  it('are nothing else', () => {
    for (const given of [null, 1, 'like', [], { like: true }, { like: { push: 1 } }, { constructor: { push: true } }])
      expect(choicesIn(given), JSON.stringify(given)).toBeUndefined()
  })
})
