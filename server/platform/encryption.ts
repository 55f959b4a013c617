/**
 * Secrets that the server must read again, encrypted under a key derived from its own. Each is bound to its purpose and
 * its row: copied to another, it cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface SecretOwner {
  /** That of the server. */
  secret: string
  purpose: string
  row: number
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const keyOf = ({ secret, purpose }: SecretOwner) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
const boundTo = ({ row }: SecretOwner) => Buffer.from(String(row))

export function encrypt(owner: SecretOwner, bytes: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(owner), nonce).setAAD(boundTo(owner))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws if it was encrypted for another row, with another key, or changed. */
export function decrypt(owner: SecretOwner, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(owner), bytes.subarray(0, NONCE_BYTES))
    .setAAD(boundTo(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
