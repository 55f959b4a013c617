/** A browser as the server sees it: cookies, the CSRF token, operations by name and the live stream. */
import { createHmac, randomUUID } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import type { Operation } from '#api/operations.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { openStream, type LiveStream } from './stream.ts'

export interface ClientContext {
  url: string
  secret: string
  cookieName: string
  sessions: Sessions
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** A response whose body has been read completely. */
export type Received = Omit<Response, 'body' | 'text'> & { body: unknown; text: string }

export interface Answer<Data> {
  status: number
  data: Data | null
  /** Code, field and message of the first error. */
  code: string | undefined
  field: string | undefined
  message: string | undefined
  /** When the client may try again. */
  retryAt: string | undefined
  text: string
}

export interface Client {
  /** Zero until there is a session. */
  id: number
  readonly cookies: Map<string, string>
  /** Any request, with the cookies; requests other than GET also send this client's CSRF token. */
  send(method: string, path: string, options?: SendOptions): Promise<Received>
  /** The response of the operation, including refusals. */
  op<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Answer<Data>>
  /** Returns the data; throws if the operation is refused. */
  ask<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
  stream(): Promise<LiveStream>
  startSession(userId: number): Promise<Client>
  signIn(email: string, password: string): Promise<Received>
  /** The same session on another server of the same deployment. */
  at(url: string): Client
}

export interface SendOptions {
  body?: unknown
  /** Raw body, sent instead of `body`. */
  text?: string
  /** The same for bytes. */
  bytes?: Uint8Array
  headers?: Record<string, string | undefined>
}

export const newKey = () => randomUUID()

export function makeClient(context: ClientContext, cookies = new Map<string, string>()): Client {
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';')[0]!
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }

  const client: Client = {
    id: 0,
    cookies,
    async send(method, path, { body, text, bytes, headers = {} } = {}) {
      const sent: Record<string, string | undefined> = {
        ...(cookies.size > 0 ? { cookie: cookieHeader() } : {}),
        ...(body === undefined && text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'x-xsrf-token': cookies.get('XSRF-TOKEN') }),
        ...headers,
      }
      const response = await fetch(`${context.url}${path}`, {
        method,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as never,
        ...(body === undefined && text === undefined && bytes === undefined
          ? {}
          : { body: (bytes as BodyInit | undefined) ?? text ?? JSON.stringify(body) }),
        redirect: 'manual',
      })
      keep(response)
      const received = await response.text()
      const isJson = received !== '' && response.headers.get('content-type')?.startsWith('application/json')
      return Object.defineProperties(response, {
        text: { value: received },
        body: { value: isJson ? (JSON.parse(received) as unknown) : received },
      }) as never
    },
    async op(operation, variables) {
      const { status, body, text } = await client.send('POST', `/api/graphql/${operation.name}`, {
        body: { variables },
      })
      const { data = null, errors } = body as {
        data?: never
        errors?: { message: string; extensions: { code: string; field?: string; retry_at?: string } }[]
      }
      const { code, field, retry_at: retryAt } = errors?.[0]?.extensions ?? {}
      return { status, data, code, field, message: errors?.[0]?.message, retryAt, text }
    },
    async ask(operation, variables) {
      const answer = await client.op(operation, variables)
      if (answer.data === null || answer.code)
        throw new Error(`${operation.name} answered ${answer.status} ${answer.text}`)
      return answer.data
    },
    stream: () => openStream(`${context.url}/api/live`, cookieHeader()),
    async startSession(userId) {
      const token = `${randomUUID()}${randomUUID()}`.replaceAll('-', '')
      await context.sql(
        `insert into sessions (user_id, token, expires_at, user_agent, ip_address) values ($1, $2, now() + interval '30 days', 'tests', '127.0.0.1')`,
        [userId, token],
      )
      const signature = createHmac('sha256', context.secret).update(token).digest('base64')
      cookies.set(context.cookieName, encodeURIComponent(`${token}.${signature}`))
      cookies.set('XSRF-TOKEN', context.sessions.xsrf(token))
      client.id = userId
      return client
    },
    async signIn(email, password) {
      if (!cookies.has('XSRF-TOKEN')) cookies.set('XSRF-TOKEN', context.sessions.xsrf(null))
      const answer = await client.send('POST', '/api/auth/login', { body: { email, password } })
      client.id = (answer.body as { data?: { id: number } }).data?.id ?? 0
      return answer
    },
    at: (url) => Object.assign(makeClient({ ...context, url }, cookies), { id: client.id }),
  }
  return client
}
