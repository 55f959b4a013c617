/** Secrets in links, cookies and codes. Tokens have 128 bits; only hashes are stored. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '#shared/accounts.ts'

const TOKEN_BYTES = 16
/** Above 112 bits a plain hash is sufficient (ASVS 6.5.2). */
const BACKUP_BYTES = 15
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
/** Whether the text has the form of a token; anything else needs no database lookup. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{22}$/.test(text)

export const newCode = () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
/** A six-digit code has too little entropy to hash alone; the cookie of the requesting browser is added. */
export const codeHash = (browser: string, code: string) => hashOf(`${browser}:${code}`)

export function base32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** 120 bits for writing down, in six groups. */
export const newBackupCode = () => base32(randomBytes(BACKUP_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-')
/** Normalizes a code typed from paper: removes separators, ignores case. */
export const plainBackupCode = (text: string) => text.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
