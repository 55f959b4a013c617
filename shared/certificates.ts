/**
 * Certificates as files: a statement and its Ed25519 signature as one line of JSON, alone or inside the PDF. Verified by
 * the same code in the browser, on the command line and in tests, with the public key alone. A file is valid only if it is
 * byte for byte the line that we write, so no changed byte goes unnoticed.
 */

export interface CertificateStatement {
  version: 1
  issuer: string
  key: string
  code: string
  name: string
  program: string
  date: string
  state: string
  accreditation: string
  minutes: number
  credits: number
  issued_at: string
}
const FIELDS = [
  'version',
  'issuer',
  'key',
  'code',
  'name',
  'program',
  'date',
  'state',
  'accreditation',
  'minutes',
  'credits',
  'issued_at',
] as const

export interface PublicKey {
  /** The first half of the SHA-256 of the key. */
  id: string
  /** The 32 bytes, base64url. */
  public_key: string
}

export interface Revocations {
  issued_at: string
  revoked: { code_hash: string; revoked_at: string }[]
}

const START = '{"counterpart_certificate":'
const SIGNATURE_LENGTH = 86

/** What is signed: the fields in their order, without spaces. */
export const signedText = (statement: CertificateStatement): string =>
  JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, statement[field]])))

export const certificateText = (statement: string, signature: string): string =>
  `${START}${statement},"signature":"${signature}"}`

export interface ReadCertificate {
  statement: CertificateStatement
  signed: string
  signature: string
}

const latin = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}
const isPdf = (text: string) => text.startsWith('%PDF-')

/** Finds the certificate in a file; null if there is none, or anything else beside it in a JSON file. */
export function readCertificate(bytes: Uint8Array): ReadCertificate | null {
  const raw = latin(bytes)
  const from = raw.indexOf(START)
  if (from < 0) return null
  const end = isPdf(raw) ? endOf(raw, from) : raw.length
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return parse(text.decode(bytes.subarray(isPdf(raw) ? from : 0, end)))
  } catch {
    return null
  }
}

/** The end of the line inside a PDF: the first closing of a signature after the start. */
function endOf(raw: string, from: number): number {
  const mark = raw.indexOf('"},"signature":"', from)
  return mark < 0 ? raw.length : mark + '"},"signature":"'.length + SIGNATURE_LENGTH + '"}'.length
}

function parse(text: string): ReadCertificate | null {
  const given = JSON.parse(text) as { counterpart_certificate?: CertificateStatement; signature?: string }
  const { counterpart_certificate: statement, signature } = given
  if (!statement || typeof statement !== 'object' || typeof signature !== 'string') return null
  const signed = signedText(statement)
  return certificateText(signed, signature) === text ? { statement, signed, signature } : null
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  // One letter left over is no byte.
  if (!/^[\w-]+$/.test(base64url) || base64url.length % 4 === 1) return null
  const raw = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(raw, (letter) => letter.codePointAt(0)!)
  // The last letter has bits that carry nothing; only one way to write them is accepted.
  return base64urlOf(bytes) === base64url ? bytes : null
}
export const base64urlOf = (bytes: Uint8Array): string =>
  btoa(latin(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

async function isSignedBy(key: PublicKey, text: string, signature: string): Promise<boolean> {
  const [raw, signatureBytes] = [bytesOf(key.public_key), bytesOf(signature)]
  if (!raw || !signatureBytes) return false
  const imported = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, signatureBytes, new TextEncoder().encode(text))
}

export type Verdict =
  | { verdict: 'genuine'; statement: CertificateStatement }
  | { verdict: 'revoked'; statement: CertificateStatement; revoked_at: string }
  | { verdict: 'not_genuine' }

/** Judges a file with the public key, and a list of revoked certificates if there is one. */
export async function verifyCertificate(
  bytes: Uint8Array,
  key: PublicKey,
  revocations?: Revocations,
): Promise<Verdict> {
  const found = readCertificate(bytes)
  if (!found || found.statement.key !== key.id || !(await isSignedBy(key, found.signed, found.signature)))
    return { verdict: 'not_genuine' }
  const { statement } = found
  const hash = revocations && (await codeHashOf(statement.code))
  const revoked = revocations?.revoked.find(({ code_hash }) => code_hash === hash)
  return revoked ? { verdict: 'revoked', statement, revoked_at: revoked.revoked_at } : { verdict: 'genuine', statement }
}

export interface SignedRevocations {
  list: string
  signature: string
}
/** The list of revoked certificates, if it is signed by this key; null otherwise. */
export async function readRevocations(text: string, key: PublicKey): Promise<Revocations | null> {
  try {
    const { list, signature } = JSON.parse(text) as SignedRevocations
    return (await isSignedBy(key, list, signature)) ? (JSON.parse(list) as Revocations) : null
  } catch {
    return null
  }
}

/** 32 letters without I, L, O and U; 26 of them hold 128 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LETTERS = 26
const GROUP = 4

/** The code of 16 bytes, in groups of four letters. */
export function codeOf(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const letters = Array.from({ length: CODE_LETTERS }, (_, index) =>
    ALPHABET.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5).padEnd(5, '0'), 2)),
  ).join('')
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))!.join('-')
}

/** A typed code as we write it: case, spaces, and letters that look alike do not matter. Null if it cannot be one. */
export function readCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return letters.length === CODE_LETTERS && [...letters].every((letter) => ALPHABET.includes(letter))
    ? letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))!.join('-')
    : null
}

export async function codeHashOf(code: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
