/** A fake push service and app gateway, and a browser that decrypts what the server sends. */
import { createECDH, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface PushCall {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
export interface PushService {
  origin: string
  calls: PushCall[]
  /** The HTTP status of its responses. */
  answer: number
}

/** Runs until the last test of the file ends. */
export async function openPushService(): Promise<PushService> {
  const service: PushService = { origin: '', calls: [], answer: 201 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      service.calls.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(service.answer).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** A browser that allowed notifications: its keys, and how it decrypts messages (RFC 8291). */
export function pushBrowser(endpoint: string) {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const read = (body: Buffer): Record<string, unknown> => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body[20]!)
    const shared = curve.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
    const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const part = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${label}\0`, length))
    const sealed = body.subarray(21 + body[20]!)
    const opened = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    opened.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as Record<string, unknown>
  }
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { endpoint, keys, read, register: { kind: 'web' as const, endpoint, ...keys } }
}
