/** What an authenticator shows now, or some half minutes from now (RFC 6238). */
import { createHmac } from 'node:crypto'

export function totpOf(key: Buffer, offset = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset))
  const digest = createHmac('sha1', key).update(counter).digest()
  return String((digest.readUInt32BE(digest[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
