/**
 * What leaves this machine for a backup is encrypted in pieces of 8 MB with AES-256-GCM. Each piece is bound to its
 * name, its number and whether it is the last, so pieces can't be exchanged, repeated or cut off unnoticed. The key is a
 * setting and never in the backup.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { StartError } from '#server/config.ts'
import type { BackupDestination } from './backup-destination.ts'

const PIECE_BYTES = 8_000_000
const MAGIC = Buffer.from('CPB1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = MAGIC.length + 1 + NONCE_BYTES

export interface BackupKeys {
  seal: Buffer
  /** Names files in the backup, so that names say nothing about content. */
  names: Buffer
}

export function keysOf(master: Buffer): BackupKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'counterpart backup', purpose, 32))
  return { seal: derive('seal'), names: derive('names') }
}

export const nameOfFile = ({ names }: BackupKeys, key: string) =>
  `files/${createHmac('sha256', names).update(key).digest('hex')}`

const pieceName = (name: string, number: number) => `${name}.${String(number).padStart(6, '0')}`
const boundTo = (name: string, number: number, isLast: boolean) => Buffer.from(`${name}#${number}#${Number(isLast)}`)

function sealPiece({ seal }: BackupKeys, bytes: Uint8Array, bound: { name: string; number: number; isLast: boolean }) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce)
  cipher.setAAD(boundTo(bound.name, bound.number, bound.isLast))
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([MAGIC, Buffer.from([Number(bound.isLast)]), nonce, ...sealed, cipher.getAuthTag()])
}

function openPiece({ seal }: BackupKeys, piece: Buffer, { name, number }: { name: string; number: number }) {
  const unreadable = () =>
    new StartError(`${name} in the backup can’t be decrypted: BACKUP_KEY is another one, or the file was changed.`)
  if (piece.length < HEADER_BYTES + TAG_BYTES || !piece.subarray(0, MAGIC.length).equals(MAGIC)) throw unreadable()
  const isLast = piece[MAGIC.length] === 1
  const decipher = createDecipheriv('aes-256-gcm', seal, piece.subarray(MAGIC.length + 1, HEADER_BYTES))
  decipher.setAAD(boundTo(name, number, isLast))
  decipher.setAuthTag(piece.subarray(-TAG_BYTES))
  try {
    const bytes = decipher.update(piece.subarray(HEADER_BYTES, -TAG_BYTES))
    return { isLast, bytes: Buffer.concat([bytes, decipher.final()]) }
  } catch {
    throw unreadable()
  }
}

/** Stores what the source yields; returns the bytes that were stored. */
export async function sealInto(
  destination: BackupDestination,
  keys: BackupKeys,
  name: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  let waiting: Uint8Array[] = []
  let length = 0
  let number = 0
  let stored = 0
  const store = async (bytes: Uint8Array, isLast: boolean) => {
    const piece = sealPiece(keys, bytes, { name, number, isLast })
    await destination.put(pieceName(name, number), piece)
    number += 1
    stored += piece.length
  }
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; length - from > PIECE_BYTES; from += PIECE_BYTES) await store(all.subarray(from, from + PIECE_BYTES), false)
    waiting = [all.subarray(from)]
    length -= from
  }
  await store(Buffer.concat(waiting), true)
  return stored
}

/** What was stored under this name. Throws a StartError if a piece is missing or was changed. */
export async function* openFrom(
  destination: BackupDestination,
  keys: BackupKeys,
  name: string,
): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const piece = await destination.get(pieceName(name, number))
    if (!piece) throw new StartError(`${name} is not in the backup, or not all of it.`)
    const { bytes, isLast } = openPiece(keys, piece, { name, number })
    yield bytes
    if (isLast) return
  }
}

export async function openWhole(destination: BackupDestination, keys: BackupKeys, name: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of openFrom(destination, keys, name)) parts.push(part)
  return Buffer.concat(parts)
}

export const sealJson = (destination: BackupDestination, keys: BackupKeys, name: string, value: unknown) =>
  sealInto(destination, keys, name, [Buffer.from(JSON.stringify(value))])
export const openJson = async <T>(destination: BackupDestination, keys: BackupKeys, name: string): Promise<T> =>
  JSON.parse((await openWhole(destination, keys, name)).toString()) as T

/** The names of what is stored completely or in part, without the numbers of their pieces. */
export async function namesIn(destination: BackupDestination, under: string): Promise<Map<string, Date>> {
  const names = new Map<string, Date>()
  for await (const { name, changed_at } of destination.list(under)) {
    const whole = name.replace(/\.\d{6}$/, '')
    if ((names.get(whole)?.getTime() ?? 0) < changed_at.getTime()) names.set(whole, changed_at)
  }
  return names
}

export async function removeFrom(destination: BackupDestination, name: string): Promise<void> {
  const pieces: string[] = []
  for await (const found of destination.list(name)) pieces.push(found.name)
  for (const piece of pieces) await destination.remove(piece)
}
