/** Addresses that end the mail about notifications. They hold who and a signature of ours, so nothing has to be kept. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^(\d{1,16})\.([\w-]{43})$/

const signature = (userId: number, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${userId}`).digest('base64url')

export const unsubscribePath = (userId: number, secret: string) => `/unsubscribe/${userId}.${signature(userId, secret)}`

/** The member whose mail the address ends; undefined unless we signed it. */
export function unsubscriberOf(token: string, secret: string): number | undefined {
  const [, id, given] = SIGNATURE.exec(token) ?? []
  if (!id || !given) return undefined
  const expected = Buffer.from(signature(Number(id), secret))
  const offered = Buffer.from(given)
  return expected.length === offered.length && timingSafeEqual(expected, offered) ? Number(id) : undefined
}
