/** Which addresses of the mail domain are ours. An address with a key that we did not sign is nobody's. */
import { readBounceAddress, readDigestBounceAddress } from '../addresses/bounce-address.ts'
import { readConfirmAddress, type Confirmation } from '../addresses/confirm-address.ts'
import type { BouncedMail } from '../bounces/bounces.actions.ts'
import { readReplyAddress, type AddressSpace, type FoundKey } from '../addresses/reply-address.ts'
import { ANONYMOUS_PREFIX } from '#shared/mail.ts'

export type Recipient =
  | { kind: 'key'; key: FoundKey }
  | { kind: 'bounce'; of: BouncedMail }
  | { kind: 'confirm'; confirmation: Confirmation }
  /** Perhaps of a list, whose network the question is for. */
  | { kind: 'anonymous'; localPart: string }
  /** Perhaps a list: the database knows. */
  | { kind: 'list'; localPart: string }

/** 320 is the longest address there is. */
const ADDRESS = /^[^\s<>@]{1,64}@[^\s<>@]{1,255}$/

/** Undefined for addresses that cannot be ours. */
export function readRecipient(space: AddressSpace, address: string): Recipient | undefined {
  const clean = address.toLowerCase()
  const [localPart = '', host] = clean.split('@', 2)
  if (!ADDRESS.test(clean) || host !== space.domain) return undefined
  const key = readReplyAddress(space, clean)
  if (key) return { kind: 'key', key }
  const deliveryId = readBounceAddress(space, clean)
  if (deliveryId !== undefined) return { kind: 'bounce', of: { deliveryId } }
  const userId = readDigestBounceAddress(space, clean)
  if (userId !== undefined) return { kind: 'bounce', of: { userId } }
  const confirmation = readConfirmAddress(space, clean)
  if (confirmation) return { kind: 'confirm', confirmation }
  return localPart.startsWith(ANONYMOUS_PREFIX)
    ? { kind: 'anonymous', localPart: localPart.slice(ANONYMOUS_PREFIX.length) }
    : { kind: 'list', localPart }
}
