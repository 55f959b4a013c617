/**
 * The only code that speaks OpenID Connect: the code flow with PKCE, a state and a nonce, by `openid-client`. Owners supply
 * the addresses, so every call goes through the guard for such addresses.
 */
import type { Configuration, CustomFetch } from 'openid-client'
import { callOutside } from '#server/platform/outgoing/call-outside.ts'
import type { Provider } from './single-sign-on.sql.ts'

const TIMEOUT_SECONDS = 10
const ANSWER_BYTES = 256 * 1024
/** What a provider says of itself changes seldom; its keys are fetched anew by the library when one is unknown. */
const REMEMBERED_MS = 10 * 60_000
const MOST_REMEMBERED = 100

/** Where the library begins: a provider with or without a saved client. */
export type Client = Pick<Provider, 'issuer' | 'client_id' | 'client_secret'>

/** What a started sign-in must remember, in the browser that started it. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
}
export interface Person {
  subject: string
  email: string | null
}

export interface OpenId {
  /** The page of the provider that asks the person to sign in there. */
  start(client: Client, options: { redirectUri: string }): Promise<{ url: string; attempt: Attempt }>
  /** Throws unless the answer is of this attempt, from this provider, for us, and signed. */
  finish(client: Client, answer: { url: URL; attempt: Attempt }): Promise<Person>
  /** Reads what the provider says of itself, now. */
  check(client: Client): Promise<void>
}

const load = () => import('openid-client')

/** Without a body where a status has none, because the standard class refuses one there. */
const hasBody = (status: number) => status !== 204 && status !== 205 && status !== 304

const guarded =
  (allowsPrivate: boolean): CustomFetch =>
  async (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : String(body as string | URLSearchParams)
    const answer = await callOutside({
      url,
      method,
      headers: text === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(text) },
      body: text,
      allowsPrivate,
      timeoutMs: TIMEOUT_SECONDS * 1000,
      mostBytes: ANSWER_BYTES,
    })
    const type = answer.headers['content-type']
    return new Response(hasBody(answer.status) ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: type ? { 'content-type': type } : {},
    })
  }

/** An address that the provider itself doubts finds nobody. Some say nothing of it; the member confirms it in any case. */
const believed = (email: string | null, isVerified: unknown) => (isVerified === false ? null : email)

/** `allowsPrivate`: addresses of our own network, and without TLS. */
export function makeOpenId({ allowsPrivate }: { allowsPrivate: boolean }): OpenId {
  const known = new Map<string, { at: number; configuration: Promise<Configuration> }>()

  async function discover({ issuer, client_id, client_secret }: Client): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await load()
    return discovery(new URL(issuer), client_id, client_secret, undefined, {
      [customFetch]: guarded(allowsPrivate),
      timeout: TIMEOUT_SECONDS,
      // The signature of the answer is checked as well as the connection that it came over.
      execute: [enableNonRepudiationChecks, ...(allowsPrivate ? [allowInsecureRequests] : [])],
    })
  }

  function configurationOf(client: Client): Promise<Configuration> {
    const key = JSON.stringify([client.issuer, client.client_id, client.client_secret])
    const found = known.get(key)
    if (found && Date.now() - found.at < REMEMBERED_MS) return found.configuration
    if (known.size >= MOST_REMEMBERED) known.clear()
    const configuration = discover(client)
    known.set(key, { at: Date.now(), configuration })
    configuration.catch(() => known.delete(key))
    return configuration
  }

  return {
    async start(client, { redirectUri }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...library } = await load()
      const attempt = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(await configurationOf(client), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    async finish(client, { url, attempt }) {
      const { authorizationCodeGrant, fetchUserInfo } = await load()
      const configuration = await configurationOf(client)
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      })
      const { sub: subject, email, email_verified } = tokens.claims()!
      if (typeof email === 'string') return { subject, email: believed(email, email_verified) }
      // Some providers answer with the address only when asked.
      const info = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, subject)
        : undefined
      return { subject, email: believed(info?.email ?? null, info?.email_verified) }
    },

    async check(client) {
      await discover(client)
    },
  }
}

/** Why the provider could not be read, for the owner: a code of the system or a short message, without the answer. */
export function failureOf(error: unknown): string {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each)
  const code = chain.map((each) => (each as { code?: unknown }).code).find((each) => /^E[A-Z_]+$/.test(String(each)))
  return String(code ?? chain.at(-1)?.message ?? 'unknown').slice(0, 200)
}
