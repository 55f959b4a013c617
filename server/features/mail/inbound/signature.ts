/** Email handed over by HTTP is signed as webhooks of payment providers are: over the time and the bytes. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature that is older or newer was recorded and is sent again, or a clock is wrong. */
const TOLERANCE_SECONDS = 300

const macOf = (secret: string, time: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest()

export function signBody(secret: string, body: Buffer, now = Date.now()): string {
  const time = String(Math.floor(now / 1000))
  return `t=${time},v1=${macOf(secret, time, body).toString('hex')}`
}

export function isSignedBody(secret: string, body: Buffer, signature: unknown, now = Date.now()): boolean {
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? []
  if (!time || !mac || Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(secret, time, body))
}
