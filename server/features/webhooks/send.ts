/**
 * The only code that calls webhooks. Staff supply the addresses, so the agent refuses those of our own network: it checks
 * what a name resolves to and connects to exactly that, follows no redirect, and reads no more than the status. Signed as
 * in standardwebhooks.com, for which receivers have libraries.
 */
import { hkdfSync } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { useAgent as agentFor } from 'request-filtering-agent'
import { Webhook as Signer } from 'standardwebhooks'

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

export function sendWebhook({ id, url, secret, body, allowsPrivate }: Sent): Promise<Outcome> {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'counterpart-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  }
  const agent = agentFor(url, { allowPrivateIPAddress: allowsPrivate, keepAlive: false })
  const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve) => {
    const failed = (error: Error & { code?: string }) =>
      resolve({ status: null, failure: (error.code ?? error.message).slice(0, FAILURE_LENGTH) })
    const call = request(url, { method: 'POST', headers, agent, signal: AbortSignal.timeout(TIMEOUT_MS) })
    call.on('error', failed)
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      resolve({ status, failure: status >= 200 && status < 300 ? null : `answered ${status}` })
    })
    call.end(body)
  })
}
