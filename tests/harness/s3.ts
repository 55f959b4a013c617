/**
 * A real S3 API on this machine, behind a proxy that can be away, slow, cut answers short, or change bytes. s3rver
 * compares signatures, except of a list: it forgets the slash at the end of the path that was signed. So lists go to a
 * second s3rver on the same folder that does not compare them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'

export type Fault = 'none' | 'away' | 'slow' | 'truncated' | 'wrong bytes' | 'refused'
const BUCKET = 'counterpart-test'
const SLOW_MS = 3_000

export interface FakeS3 {
  endpoint: string
  bucket: string
  /** For FILES_URL and its friends. */
  settings: Record<string, string>
  /** From now on, for answers that carry a file. */
  set(fault: Fault): void
  close(): Promise<void>
}

async function makeServer(directory: string, allowMismatchedSignatures: boolean) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  return { port, close: () => server.close() }
}

/** What a fault makes of an answer. */
function damage(fault: Fault, answer: http.IncomingMessage, reply: http.ServerResponse) {
  const length = Number(answer.headers['content-length'] ?? 0)
  reply.writeHead(answer.statusCode!, answer.headers)
  let sent = 0
  answer.on('data', (chunk: Buffer) => {
    if (fault === 'wrong bytes') chunk[0] = chunk[0]! ^ 255
    const left = fault === 'truncated' ? Math.max(0, Math.floor(length / 2) - sent) : chunk.length
    sent += chunk.length
    reply.write(chunk.subarray(0, left))
    if (fault === 'truncated' && sent >= length / 2) reply.destroy()
  })
  answer.on('end', () => reply.end())
}

export async function startS3(): Promise<FakeS3> {
  const directory = mkdtempSync(path.join(tmpdir(), 'counterpart-s3-'))
  const [strict, lists] = [await makeServer(directory, false), await makeServer(directory, true)]
  let fault: Fault = 'none'
  const proxy = http.createServer((request, reply) => {
    if (fault === 'away') return void request.socket.destroy()
    if (fault === 'refused') return void reply.writeHead(403).end()
    const { port } = /^\/[^/]+\/\?/.test(request.url!) ? lists : strict
    const { method, headers, url: asked } = request
    const forwarded = http.request({ host: '127.0.0.1', port, method, headers, path: asked }, (answer) => {
      const carriesFile = method === 'GET' && answer.statusCode! < 300 && port === strict.port
      if (fault === 'slow') setTimeout(() => damage('none', answer, reply), SLOW_MS).unref()
      else damage(carriesFile ? fault : 'none', answer, reply)
    })
    forwarded.on('error', () => reply.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const close = async () => {
    proxy.closeAllConnections()
    await new Promise((done) => proxy.close(done))
    await Promise.all([strict.close(), lists.close()])
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    endpoint,
    bucket: `s3://${BUCKET}`,
    settings: {
      FILES_URL: `s3://${BUCKET}`,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_KEY: 'S3RVER',
      FILES_S3_SECRET: 'S3RVER',
    },
    set: (next) => {
      fault = next
    },
    close,
  }
}

/** Closed after the last test of the file. */
export async function startTestS3(): Promise<FakeS3> {
  const s3 = await startS3()
  afterAll(s3.close)
  return s3
}
