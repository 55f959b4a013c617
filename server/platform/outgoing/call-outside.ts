/**
 * Calls addresses that people have entered. The agent refuses those of our own network: it checks what a name resolves to
 * and connects to exactly that. No redirect is followed, and no more is read than the caller asks for.
 */
import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { useAgent as agentFor } from 'request-filtering-agent'

export interface OutsideCall {
  url: string
  method: string
  headers: Record<string, string | number>
  body?: string | undefined
  /** Also addresses of our own network. */
  allowsPrivate: boolean
  timeoutMs: number
  /** Zero: only the status is read. */
  mostBytes: number
}

export interface OutsideAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Rejects if there was no complete answer in time; the code or the message of the error says why. */
export function callOutside({ url, body, allowsPrivate, timeoutMs, mostBytes, ...options }: OutsideCall) {
  return new Promise<OutsideAnswer>((resolve, reject) => {
    const agent = agentFor(url, { allowPrivateIPAddress: allowsPrivate, keepAlive: false })
    const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
    const call = request(url, { ...options, agent, signal: AbortSignal.timeout(timeoutMs) })
    call.on('error', reject)
    call.on('response', (response) => {
      const answered = (read: Buffer) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read })
      if (mostBytes > 0) return void readBody(response, mostBytes).then(answered, reject)
      response.destroy()
      answered(Buffer.alloc(0))
    })
    call.end(body)
  })
}

async function readBody(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    // Leaving the loop ends the connection.
    if (size > mostBytes) throw new Error('The answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
