/** Where a member replies SEND to post an email of theirs that was held. Names the email and its member. */
import type { AddressSpace } from './reply-address.ts'
import { numbersOf, signNumbers } from './signed-token.ts'

const PREFIX = 'confirm-'

export interface Confirmation {
  mailId: number
  userId: number
}

export const confirmAddress = ({ domain, secret }: AddressSpace, { mailId, userId }: Confirmation): string =>
  `${PREFIX}${signNumbers(secret, 'confirm', [mailId, userId])}@${domain}`

/** Undefined for every other address. */
export function readConfirmAddress({ domain, secret }: AddressSpace, address: string): Confirmation | undefined {
  const [local = '', host = ''] = address.toLowerCase().split('@', 2)
  if (!local.startsWith(PREFIX) || host !== domain) return undefined
  const numbers = numbersOf(secret, 'confirm', local.slice(PREFIX.length), 2)
  return numbers && { mailId: numbers[0]!, userId: numbers[1]! }
}
