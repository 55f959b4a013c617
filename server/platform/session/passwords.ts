/**
 * argon2id with bounded concurrency: each hash takes 19 MiB and one core for about 20 ms. Runs in separate threads with
 * the lowest priority: with hashing in the serving threads, 24 concurrent sign-ins made reads seven times slower.
 */
import { randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Leave one core for reads. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32

const idle: Worker[] = []
const waiting: (() => void)[] = []
let running = 0

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** A thread that fails is not reused. An idle thread does not keep the process alive. */
async function derive(parameters: Argon2Parameters): Promise<Buffer> {
  const worker = idle.pop() ?? new Worker(new URL('hash-worker.ts', import.meta.url))
  worker.ref()
  const tag = await new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.postMessage(parameters)
  })
  worker.removeAllListeners('message')
  worker.removeAllListeners('error')
  worker.unref()
  idle.push(worker)
  return Buffer.from(tag)
}

const tagOf = (password: string, nonce: Buffer, memory: number, passes: number) =>
  inTurn(() =>
    derive({
      message: password.normalize('NFKC'),
      nonce,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory,
      passes,
    }),
  )

/** The password hash as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, MEMORY_KIB, PASSES)
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(nonce)}$${text(tag)}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const expected = Buffer.from(parts[4]!, 'base64')
  const tag = await tagOf(password, Buffer.from(parts[3]!, 'base64'), Number(parts[1]), Number(parts[2]))
  return expected.length === tag.length && timingSafeEqual(expected, tag)
}
