/** argon2id, a bounded number at a time: each takes 19 MiB and a core for some 20 ms. */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const AT_ONCE = 2
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
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

const tagOf = (password: string, nonce: Buffer, memory: number, passes: number) =>
  inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory,
      passes,
    }),
  )

/** The PHC string of a password. */
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
