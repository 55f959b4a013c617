/** The envelope sender of each delivery (VERP): what cannot be delivered returns to it and so names the delivery. */
import type { AddressSpace } from './reply-address.ts'
import { numbersOf, signNumbers } from './signed-token.ts'

const PREFIX = 'bounce-'
const DIGEST_PREFIX = 'bounce-digest-'

export const bounceAddress = ({ domain, secret }: AddressSpace, deliveryId: number): string =>
  `${PREFIX}${signNumbers(secret, 'bounce', [deliveryId])}@${domain}`

/** The id of the delivery; undefined for every other address. */
export function readBounceAddress({ domain, secret }: AddressSpace, address: string): number | undefined {
  const [local = '', host = ''] = address.toLowerCase().split('@', 2)
  if (!local.startsWith(PREFIX) || host !== domain) return undefined
  return numbersOf(secret, 'bounce', local.slice(PREFIX.length), 1)?.[0]
}

/** Of a digest, which is no delivery of a post: names the member. */
export const digestBounceAddress = ({ domain, secret }: AddressSpace, userId: number): string =>
  `${DIGEST_PREFIX}${signNumbers(secret, 'bounce digest', [userId])}@${domain}`

/** The id of the member; undefined for every other address. */
export function readDigestBounceAddress({ domain, secret }: AddressSpace, address: string): number | undefined {
  const [local = '', host = ''] = address.toLowerCase().split('@', 2)
  if (!local.startsWith(DIGEST_PREFIX) || host !== domain) return undefined
  return numbersOf(secret, 'bounce digest', local.slice(DIGEST_PREFIX.length), 1)?.[0]
}
