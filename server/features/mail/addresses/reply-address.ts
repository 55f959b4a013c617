/**
 * The address that an email asks replies to. It alone decides who replies to what and who will read it: whatever To and
 * Cc say, a reply to a private address stays private.
 */
import { numbersOf, signNumbers } from './signed-token.ts'

export const AUDIENCES = ['group', 'private'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The first letters of the local part: a mail server can route by them. */
const PREFIXES: Record<Audience, string> = { group: 'reply-', private: 'private-' }
const DAY_MS = 86_400_000
/** Longer than a year: a reply to an old email is still right. */
export const REPLY_ADDRESS_DAYS = 400

export interface ReplyKey {
  userId: number
  messageId: number
  audience: Audience
}

export interface FoundKey extends ReplyKey {
  isExpired: boolean
}

export interface AddressSpace {
  domain: string
  secret: string
}

const today = (now: Date) => Math.floor(now.getTime() / DAY_MS)
const purposeOf = (audience: Audience) => `reply ${audience}`

export function replyAddress({ domain, secret }: AddressSpace, key: ReplyKey, now = new Date()): string {
  const numbers = [key.userId, key.messageId, today(now)]
  return `${PREFIXES[key.audience]}${signNumbers(secret, purposeOf(key.audience), numbers)}@${domain}`
}

/** Undefined for every other address. The audience is signed too, so a changed prefix is refused. */
export function readReplyAddress(
  { domain, secret }: AddressSpace,
  address: string,
  now = new Date(),
): FoundKey | undefined {
  const [local = '', host = ''] = address.toLowerCase().split('@', 2)
  const audience = AUDIENCES.find((each) => local.startsWith(PREFIXES[each]))
  if (!audience || host !== domain) return undefined
  const numbers = numbersOf(secret, purposeOf(audience), local.slice(PREFIXES[audience].length), 3)
  if (!numbers) return undefined
  const [userId, messageId, day] = numbers as [number, number, number]
  return { userId, messageId, audience, isExpired: today(now) - day > REPLY_ADDRESS_DAYS }
}
