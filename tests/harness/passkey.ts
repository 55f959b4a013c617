/** A software authenticator: it creates keys and signs challenges. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export interface Passkey {
  id: string
  /** The signature counter that the next assertion reports. */
  counter: number
  privateKey: KeyObject
  rpId: string
  origin: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64]

/** Encodes integers, bytes, strings and maps: all that an authenticator sends. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((pair) => pair.map(cbor))])
}

function authenticatorData({ rpId, counter }: Passkey, flags: number, more: Buffer = Buffer.alloc(0)) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
}
const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Creates a key for these options and returns the registration response. */
export function register(options: { challenge: string; rp: { id: string } }, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const passkey: Passkey = { id: id.toString('base64url'), counter: 1, privateKey, rpId: options.rp.id, origin }
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
  const authData = authenticatorData(passkey, PRESENT! | VERIFIED! | ATTESTED!, attested)
  const attestationObject = cbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  )
  const response = {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
  return { passkey, response }
}

/** Signs a challenge. `isVerified` is false when no fingerprint or PIN was required. */
export function answer(passkey: Passkey, { challenge }: { challenge: string }, { isVerified = true } = {}) {
  passkey.counter += 1
  const data = authenticatorData(passkey, PRESENT! | (isVerified ? VERIFIED! : 0))
  const client = clientData('webauthn.get', challenge, passkey.origin)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  }
}
