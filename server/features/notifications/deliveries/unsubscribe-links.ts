/** Unsubscribe links. They contain the member's id and a signature, so nothing needs to be stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^(\d{1,16})\.([\w-]{43})$/

const signature = (userId: number, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${userId}`).digest('base64url')

export const unsubscribePath = (userId: number, secret: string) => `/unsubscribe/${userId}.${signature(userId, secret)}`

/** The member id in the link, or undefined if the signature is invalid. */
export function unsubscriberOf(token: string, secret: string): number | undefined {
  const [, id, given] = SIGNATURE.exec(token) ?? []
  if (!id || !given) return undefined
  const expected = Buffer.from(signature(Number(id), secret))
  const offered = Buffer.from(given)
  return expected.length === offered.length && timingSafeEqual(expected, offered) ? Number(id) : undefined
}
