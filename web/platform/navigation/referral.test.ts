import { expect, it } from 'vitest'
import { sectionOf } from '#web/platform/navigation/referral.ts'

it.each([
  ['/feed', 'feed'],
  ['/feed?area=3', 'feed'],
  ['/feed/12', 'thread_details'],
  ['/feed/12#!message-7', 'thread_details'],
  ['/members?chapters=1', 'member_directory'],
  ['/members/3', 'member_page'],
  ['/experts', 'expert_recommendations'],
  ['/experts/4', 'expert_recommendations'],
  ['/recommendations', 'expert_recommendations'],
  ['/inbox?group_id=4', 'inbox'],
  ['/notifications', 'notifications'],
  ['/feeding', undefined],
  [undefined, undefined],
])('%s is told as %s', (href, source) => expect(sectionOf(href)).toBe(source))
