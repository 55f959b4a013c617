import { expect, it } from 'vitest'
import { REPLY_ADDRESS_DAYS, readReplyAddress, replyAddress, type ReplyKey } from './reply-address.ts'
import { bounceAddress, digestBounceAddress, readBounceAddress, readDigestBounceAddress } from './bounce-address.ts'

const space = { domain: 'lists.test', secret: 'a secret' }
const key: ReplyKey = { userId: 7, messageId: 600_123, audience: 'private' }

it.each(['group', 'private'] as const)('reads what it wrote, whatever the case: %s', (audience) => {
  const address = replyAddress(space, { ...key, audience })
  expect(address.length).toBeLessThanOrEqual(64 + 1 + space.domain.length)
  for (const form of [address, address.toUpperCase()])
    expect(readReplyAddress(space, form)).toEqual({ ...key, audience, isExpired: false })
})

it('lets no private address become one of the group', () => {
  const address = replyAddress(space, key)
  expect(readReplyAddress(space, address.replace('private-', 'reply-'))).toBeUndefined()
})

it('refuses each changed letter, other domains, other secrets and other purposes', () => {
  const address = replyAddress(space, key)
  const end = address.indexOf('@')
  for (let place = 'private-'.length; place < end; place++) {
    const other = address[place] === 'a' ? 'b' : 'a'
    const changed = address.slice(0, place) + other + address.slice(place + 1)
    // The last letter has bits that carry nothing.
    if (place < end - 1) expect(readReplyAddress(space, changed)).toBeUndefined()
  }
  expect(readReplyAddress(space, address.replace('lists.test', 'lists.example'))).toBeUndefined()
  expect(readReplyAddress({ ...space, secret: 'another' }, address)).toBeUndefined()
  expect(readReplyAddress(space, bounceAddress(space, 7).replace('bounce-', 'private-'))).toBeUndefined()
  for (const text of ['', 'private-@lists.test', 'private-0@lists.test', 'helen@lists.test'])
    expect(readReplyAddress(space, text)).toBeUndefined()
})

it('expires, and still says whose it was', () => {
  const then = new Date('2026-01-01T12:00:00Z')
  const address = replyAddress(space, key, then)
  const after = (days: number) => new Date(then.getTime() + days * 86_400_000)
  expect(readReplyAddress(space, address, after(REPLY_ADDRESS_DAYS))).toMatchObject({ isExpired: false })
  expect(readReplyAddress(space, address, after(REPLY_ADDRESS_DAYS + 1))).toEqual({ ...key, isExpired: true })
})

it('tells the delivery that a bounce is about', () => {
  expect(readBounceAddress(space, bounceAddress(space, 12_345))).toBe(12_345)
  expect(readBounceAddress(space, replyAddress(space, key))).toBeUndefined()
})

it('tells the member whose digest bounced, and mixes it up with no delivery', () => {
  const address = digestBounceAddress(space, 7)
  expect(readDigestBounceAddress(space, address)).toBe(7)
  expect(readBounceAddress(space, address)).toBeUndefined()
  expect(readDigestBounceAddress(space, bounceAddress(space, 7))).toBeUndefined()
})
