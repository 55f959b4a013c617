/** The only code that calls webhooks. Signed as in standardwebhooks.com, for which receivers have libraries. */
import { hkdfSync } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { callOutside } from '#server/platform/outgoing/call-outside.ts'

const TIMEOUT_MS = 10_000
const SECRET_BYTES = 24
const FAILURE_LENGTH = 200

/** Derived from the secret of the server, so that no secret of a webhook is stored. */
export const webhookSecret = (secret: string, salt: string): string =>
  `whsec_${Buffer.from(hkdfSync('sha256', secret, salt, 'webhook', SECRET_BYTES)).toString('base64')}`

export interface Outcome {
  /** Null if there was no response. */
  status: number | null
  failure: string | null
}

interface Sent {
  /** Stays the same when it is sent again, so that receivers recognize it. */
  id: string
  url: string
  secret: string
  body: string
  allowsPrivate: boolean
}

export async function sendWebhook({ id, url, secret, body, allowsPrivate }: Sent): Promise<Outcome> {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'counterpart-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  }
  try {
    const call = { url, method: 'POST', headers, body, allowsPrivate, timeoutMs: TIMEOUT_MS, mostBytes: 0 }
    const { status } = await callOutside(call)
    return { status, failure: status >= 200 && status < 300 ? null : `answered ${status}` }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return { status: null, failure: (code ?? message).slice(0, FAILURE_LENGTH) }
  }
}
