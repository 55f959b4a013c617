/** The envelope sender of each delivery (VERP): what cannot be delivered returns to it and so names the delivery. */
import type { AddressSpace } from './reply-address.ts'
import { numbersOf, signNumbers } from './signed-token.ts'

const PREFIX = 'bounce-'

export const bounceAddress = ({ domain, secret }: AddressSpace, deliveryId: number): string =>
  `${PREFIX}${signNumbers(secret, 'bounce', [deliveryId])}@${domain}`

/** The id of the delivery; undefined for every other address. */
export function readBounceAddress({ domain, secret }: AddressSpace, address: string): number | undefined {
  const [local = '', host = ''] = address.toLowerCase().split('@', 2)
  if (!local.startsWith(PREFIX) || host !== domain) return undefined
  return numbersOf(secret, 'bounce', local.slice(PREFIX.length), 1)?.[0]
}
