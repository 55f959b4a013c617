import { expect, it } from 'vitest'
import { bounceAddress, digestBounceAddress } from './bounce-address.ts'
import { feedbackPath, LEAVE_SCOPES, leavePath } from './mail-links.ts'
import { replyAddress } from './reply-address.ts'
import { withoutKeys } from './keys-in-text.ts'

const space = { domain: 'lists.peers.test', secret: 'a secret' }
const key = { userId: 7, messageId: 12 }
const addresses = [
  replyAddress(space, { ...key, audience: 'group' }),
  replyAddress(space, { ...key, audience: 'private' }),
  bounceAddress(space, 5),
  digestBounceAddress(space, 7),
]
const links = [
  ...LEAVE_SCOPES.map((scope) => leavePath(space.secret, { scope, userId: 7, id: 1 })),
  feedbackPath(space.secret, key, true),
]

it.each([...addresses, ...links])('takes out what acts for its reader: %s', (text) => {
  const signed = /[a-z2-7]{24,}/.exec(text)![0]
  expect(withoutKeys(`Before https://peers.test${text} after`, space.domain)).not.toContain(signed)
})

it('leaves other addresses and words alone', () => {
  const text = 'Write to legal@lists.peers.test or reply-all@lists.peers.test, not to private-' + 'a'.repeat(30)
  expect(withoutKeys(text, space.domain)).toBe(text)
})
