/** TOTP codes (RFC 6238: SHA-1, six digits, thirty seconds). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { CODE_DIGITS } from '#shared/accounts.ts'
import { base32 } from '#server/features/accounts/auth/tokens.ts'

const STEP_MS = 30_000
const SECRET_BYTES = 20
/** Clocks may differ by half a minute in either direction. */
const TOLERATED_STEPS = [0, -1, 1]

export const newSecret = () => randomBytes(SECRET_BYTES)
export const stepAt = (ms: number) => Math.floor(ms / STEP_MS)

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[19]! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/** The step of this code, if it is later than the last one used: a code that was observed cannot be reused. */
export function stepOf(
  secret: Buffer,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  const given = Buffer.from(code.replaceAll(/\D/g, ''))
  return TOLERATED_STEPS.map((offset) => stepAt(now) + offset).find((step) => {
    const expected = Buffer.from(codeAt(secret, step))
    return step > after && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The URI that an authenticator reads from the QR code. */
export function authenticatorUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`${PRODUCT_NAME}:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(PRODUCT_NAME)}`
}
