import { describe, expect, it } from 'vitest'
import { isPushService, vapidKeys } from './sender.ts'

const services = ['fcm.googleapis.com', 'push.apple.com']

describe('push services', () => {
  it.each(['https://fcm.googleapis.com/fcm/send/x', 'https://web.push.apple.com/abc'])(
    'lets %s be called',
    (endpoint) => {
      expect(isPushService(endpoint, { services })).toBe(true)
    },
  )

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evilpush.apple.com.test/x',
    'https://notpush.apple.community/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'file:///etc/passwd',
    'nothing',
  ])('never calls %s', (endpoint) => {
    expect(isPushService(endpoint, { services })).toBe(false)
  })
})

it('works the same keys out of the same secret, and others out of another', () => {
  const keys = vapidKeys('a secret of at least thirty-two letters')
  expect(keys).toEqual(vapidKeys('a secret of at least thirty-two letters'))
  expect(keys.privateKey).not.toBe(vapidKeys('another secret of at least thirty-two').privateKey)
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
})
