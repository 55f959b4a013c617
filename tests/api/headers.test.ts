/** The headers of every response: instructions to browsers and caches, and no information about this server. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({
  PUBLIC_URL: 'https://peers.test',
  TRUST_PROXY: 'on',
  SUPPORT_EMAIL: 'help@house.test',
})
const helen = await testServer.member(demoMembers.member)
const nobody = testServer.anonymous()

const script = /\/assets\/[\w./-]+\.js/.exec((await nobody.send('GET', '/auth/login')).text)![0]
/** A page, a signed-out page, a redirect, data, refusals, files, images, operator endpoints and missing pages. */
const ADDRESSES: [method: string, path: string][] = [
  ['GET', '/feed'],
  ['GET', '/auth/login'],
  ['GET', '/nowhere'],
  ['GET', '/api/theme'],
  ['GET', '/api/sessions'],
  ['GET', '/api/nowhere'],
  ['POST', '/api/graphql/InitialUser'],
  ['GET', '/api/graphql/InitialUser'],
  ['GET', '/api/attachments/987654321'],
  ['GET', script],
  ['GET', '/service-worker.js'],
  ['GET', '/manifest.json'],
  ['GET', '/robots.txt'],
  ['GET', '/.well-known/security.txt'],
  ['GET', '/api/favicon?domain=example.org&size=128'],
  ['GET', '/badges/posts-1.svg'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['DELETE', '/feed'],
]

/** The raw bytes of a response, also to requests that no client would send. */
const sendRaw = (lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(testServer.url).port), '127.0.0.1', () => {
      socket.write(lines.join('\r\n'))
    })
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

describe('every answer', () => {
  it.each(ADDRESSES)('to %s %s tells the browser what it may do with it', async (method, path) => {
    for (const client of [helen, nobody]) {
      const { headers } = await client.send(method, path, method === 'POST' ? { body: {} } : {})
      const policy = headers.get('content-security-policy') ?? 'none'
      for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(directive)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toMatch(/max-age=(6|3[2-9])\d{7}; includeSubDomains/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
    }
  })

  it.each(ADDRESSES)('to %s %s names the type of what it holds, and of text the characters', async (method, path) => {
    const answer = await helen.send(method, path, method === 'POST' ? { body: {} } : {})
    if (answer.text === '') return
    const type = answer.headers.get('content-type') ?? ''
    expect(type).toMatch(
      /^(text\/[\w-]+|image\/svg\+xml|application\/json); ?charset=utf-8$|^application\/manifest\+json/,
    )
  })

  it.each(ADDRESSES)('to %s %s is kept by no cache, unless it is the same for everybody', async (method, path) => {
    const kept = (await helen.send(method, path, method === 'POST' ? { body: {} } : {})).headers.get('cache-control')
    const isForAll = /^\/(assets|service-worker|manifest|robots|\.well-known|api\/favicon|badges)/.test(path)
    if (isForAll) expect(kept).toMatch(/max-age=\d+/)
    else expect(kept).toContain('no-store')
  })
})

describe('the live stream', () => {
  it('says the same as every other answer', async () => {
    const cookie = [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${testServer.url}/api/live`, { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security')).toContain('includeSubDomains')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await answer.body!.cancel()
  })
})

describe('a message that could be read in two ways', () => {
  it.each([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', '']],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 4', '', 'ab']],
    ['a line folded into the next', ['X-Folded: a', ' b: c', '', '']],
    ['chunks under another name', ['Transfer-Encoding: xchunked', '', '0', '', '']],
  ])('with %s is refused', async (_what, lines) => {
    const host = new URL(testServer.url).host
    const answer = await sendRaw(['POST /api/auth/login HTTP/1.1', `Host: ${host}`, 'Connection: close', ...lines])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('TRACE', () => {
  it('is not answered with what was asked', async () => {
    const host = new URL(testServer.url).host
    for (const path of ['/feed', '/api/theme']) {
      const answer = await sendRaw([
        `TRACE ${path} HTTP/1.1`,
        `Host: ${host}`,
        'X-Secret: seen',
        'Connection: close',
        '',
        '',
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 40\d /)
      expect(answer).not.toContain('seen')
    }
  })
})

describe('what is not for the web', () => {
  it.each(['/.git/HEAD', '/.env', '/package.json', '/assets/', '/assets', '/server/main.ts', '/dist/', '/data/secret'])(
    '%s is not there, and no folder is listed',
    async (path) => {
      const answer = await nobody.send('GET', path)
      expect([302, 404]).toContain(answer.status)
      expect(answer.text).not.toMatch(/ref:|dependencies|\.js<|import /)
    },
  )

  it('carries no source beside a script', async () => {
    expect((await nobody.send('GET', `${script}.map`)).status).toBe(404)
    expect((await nobody.send('GET', script)).text).not.toContain('sourceMappingURL')
  })
})

describe('who found something', () => {
  it('is told where to write, until when that holds', async () => {
    const answer = await nobody.send('GET', '/.well-known/security.txt')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.text).toContain('Contact: mailto:help@house.test\n')
    expect(answer.text).toContain('Canonical: https://peers.test/.well-known/security.txt\n')
    const until = new Date(/^Expires: (.+)$/m.exec(answer.text)![1]!)
    const days = (until.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })
})
