/** The key that signs certificates: from the configuration, or created once in the data folder. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FILE_MODE, makeDataFolder } from '#server/platform/private-files.ts'
import type { PublicKey } from '#shared/certificates.ts'

const KEY_FILE = 'certificate-key'
/** For `npm run verify:certificate`. */
export const PUBLIC_KEY_FILE = 'certificate-public-key.json'
const ID_LETTERS = 32

export interface Signer {
  key: PublicKey
  sign(text: string): string
}

const read = (der: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })

export function signerOf(privateKey: KeyObject): Signer {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('CERTIFICATE_KEY is not an Ed25519 key.')
  const public_key = createPublicKey(privateKey).export({ format: 'jwk' }).x!
  const id = createHash('sha256').update(Buffer.from(public_key, 'base64url')).digest('hex').slice(0, ID_LETTERS)
  return {
    key: { id, public_key },
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'),
  }
}

export function loadOrCreateSigner(dataDir: string, configured?: string): Signer {
  if (configured) return signerOf(read(configured))
  const file = path.join(dataDir, KEY_FILE)
  makeDataFolder(dataDir)
  try {
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    writeFileSync(file, made, { flag: 'wx', mode: FILE_MODE })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const signer = signerOf(read(readFileSync(file, 'utf8').trim()))
  writeFileSync(path.join(dataDir, PUBLIC_KEY_FILE), `${JSON.stringify(signer.key)}\n`, { mode: FILE_MODE })
  return signer
}
