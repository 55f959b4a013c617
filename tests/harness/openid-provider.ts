/**
 * An OpenID Connect provider on loopback. It signs in whomever the test says without asking, checks what a real one
 * checks, and can be told to cheat.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll } from 'vitest'

export interface OpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Of the server that is tested, which does not know its port. */
  origin: string | undefined
  /** Who signs in next. */
  person: { sub: string; email?: string }
  /** Replaces claims of the signed answer, or what signs it. */
  cheat: { claims?: JWTPayload; signature?: 'none' | 'foreign'; metadata?: object }
  /** Whether the address is in the signed answer, or only told when asked. */
  tells: 'token' | 'userinfo'
  answers: 'normally' | 'error' | 'redirect' | 'endlessly'
  /** Requests by path. */
  calls: string[]
}

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  const grants = new Map<string, Grant>()
  const provider: OpenIdProvider = {
    issuer: '',
    origin: undefined,
    clientId: 'counterpart',
    clientSecret: 'a secret of the provider',
    person: { sub: 'nobody' },
    cheat: {},
    tells: 'token',
    answers: 'normally',
    calls: [],
  }

  function metadata() {
    const { issuer } = provider
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...provider.cheat.metadata,
    }
  }

  function signed(nonce: string): Promise<string> | string {
    const { sub, email } = provider.person
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      sub,
      iat: now,
      exp: now + 300,
      nonce,
      ...(provider.tells === 'token' && email && { email }),
      ...provider.cheat.claims,
    }
    if (provider.cheat.signature === 'none') return new UnsecuredJWT(claims).encode()
    const key = provider.cheat.signature === 'foreign' ? foreign : own
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key.privateKey)
  }

  async function token(form: URLSearchParams): Promise<[number, object]> {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant !== undefined &&
      challenge === grant.challenge &&
      form.get('redirect_uri') === grant.redirectUri &&
      form.get('client_id') === provider.clientId &&
      form.get('client_secret') === provider.clientSecret
    if (!isRight) return [400, { error: 'invalid_grant' }]
    return [
      200,
      { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: await signed(grant.nonce) },
    ]
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, provider.issuer)
    provider.calls.push(url.pathname)
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (provider.answers === 'error') return json(503, { error: 'away' })
    if (provider.answers === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (provider.answers === 'endlessly') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = setInterval(() => response.write(' '.repeat(65_536)), 1)
      return void response.on('close', () => clearInterval(more))
    }
    const query = url.searchParams
    if (url.pathname === '/.well-known/openid-configuration') return json(200, metadata())
    if (url.pathname === '/keys') return json(200, { keys: [jwk] })
    if (url.pathname === '/userinfo') return json(200, provider.person)
    if (url.pathname === '/token') {
      let body = ''
      for await (const part of request) body += String(part)
      return json(...(await token(new URLSearchParams(body))))
    }
    if (url.pathname !== '/authorize') return json(404, {})
    const code = randomUUID()
    const redirectUri = query.get('redirect_uri')!
    grants.set(code, { nonce: query.get('nonce')!, challenge: query.get('code_challenge')!, redirectUri })
    const { pathname } = new URL(redirectUri)
    const back = new URL(provider.origin ? provider.origin + pathname : redirectUri)
    back.search = new URLSearchParams({ code, state: query.get('state')!, iss: provider.issuer }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
