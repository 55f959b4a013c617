/**
 * Short signed values for the local part of an address and for links: base32 in lower case, because mail servers may
 * change the case. Nothing is stored, so a key works as long as its reader may still do what it says.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** Bytes of the signature: 104 bits. */
const SIGNATURE_BYTES = 13

function encode(bytes: Buffer): string {
  let text = ''
  let [rest, bits] = [0, 0]
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(rest >> (bits - 5)) & 31]
    rest &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(rest << (5 - bits)) & 31]! : text
}

function decode(text: string): Buffer | undefined {
  const bytes: number[] = []
  let [rest, bits] = [0, 0]
  for (const letter of text.toLowerCase()) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) return undefined
    rest = (rest << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((rest >> bits) & 255)
    rest &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

const signatureOf = (secret: string, purpose: string, payload: Buffer) =>
  createHmac('sha256', secret).update(`mail ${purpose}:`).update(payload).digest().subarray(0, SIGNATURE_BYTES)

const NUMBER_BYTES = 6
/** Numbers below 2⁴⁸. */
export function signNumbers(secret: string, purpose: string, numbers: readonly number[]): string {
  const payload = Buffer.alloc(numbers.length * NUMBER_BYTES)
  numbers.forEach((number, index) => payload.writeUIntBE(number, index * NUMBER_BYTES, NUMBER_BYTES))
  return encode(Buffer.concat([payload, signatureOf(secret, purpose, payload)]))
}

/** The numbers, or undefined if the token was not signed by us for this purpose. */
export function numbersOf(secret: string, purpose: string, token: string, count: number): number[] | undefined {
  const bytes = decode(token)
  const length = count * NUMBER_BYTES
  if (bytes?.length !== length + SIGNATURE_BYTES) return undefined
  const payload = bytes.subarray(0, length)
  if (!timingSafeEqual(bytes.subarray(length), signatureOf(secret, purpose, payload))) return undefined
  return Array.from({ length: count }, (_, index) => payload.readUIntBE(index * NUMBER_BYTES, NUMBER_BYTES))
}
