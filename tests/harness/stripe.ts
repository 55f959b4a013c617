/**
 * A fake Stripe server: accepts only what the official description of Stripe's API allows, returns their fixtures, and
 * does what Stripe does when a customer pays, renews or stops paying.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import qs from 'qs'
import Stripe from 'stripe'
import type { TestServer } from './test-server.ts'

const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const FOLDER = path.join(DATA, 'seed-stripe')
export const hasStripeData = existsSync(FOLDER)
export const WEBHOOK_SECRET = 'whsec_of_the_tests'
type Json = Record<string, any>
const YEAR = 365 * 86_400
/** What Stripe's checkout page collects to compute the tax. */
const BUYER: Json = {
  customer_name: 'Łukasz Legal S.A.',
  customer_address: {
    line1: 'Prosta 1',
    line2: null,
    city: 'Warszawa',
    postal_code: '00-838',
    state: null,
    country: 'PL',
  },
  customer_tax_ids: [{ type: 'eu_vat', value: 'PL5260001246' }],
}

interface Described {
  method: string
  pattern: RegExp
  body: ValidateFunction | undefined
  query: ValidateFunction
}

/** Every path and method in Stripe's API description, with validators for its body and query. */
function described(): Described[] {
  const spec = JSON.parse(
    gunzipSync(readFileSync(path.join(FOLDER, 'spec3-2022-04-12.json.gz'))).toString('utf8'),
  ) as Json
  const ajv = new Ajv({ strict: false, coerceTypes: 'array', allErrors: true })
  addFormats.default(ajv)
  const wanted = /^\/v1\/(checkout\/sessions|subscriptions|invoices|billing_portal\/sessions)(\/\{\w+\}(\/expire)?)?$/
  return Object.entries(spec['paths'] as Json)
    .filter(([address]) => wanted.test(address))
    .flatMap(([address, methods]) =>
      Object.entries(methods as Json).map(([method, about]): Described => {
        const form = about.requestBody?.content?.['application/x-www-form-urlencoded']?.schema
        const query = ((about.parameters ?? []) as Json[]).filter((parameter) => parameter['in'] === 'query')
        return {
          method: method.toUpperCase(),
          pattern: new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          body: form && ajv.compile(form),
          query: ajv.compile({
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
          }),
        }
      }),
    )
}

/** Events recorded from Stripe, over years and API versions. */
export const recordedEvents = (): Json[] =>
  [
    'customer_subscription_created',
    'customer_subscription_updated',
    'customer_subscription_deleted',
    'customer_subscription_trial_will_end',
    'invoice_created',
    'invoice_payment_failed',
    'invoice_updated__open',
    'invoice_updated__paid',
    'charge_failed',
    'charge_succeeded__card',
    'refund_event',
    'customer_created',
  ].map((name) => JSON.parse(readFileSync(path.join(FOLDER, 'webhook-events', `${name}.json`), 'utf8')) as Json)

export type StripeServer = Awaited<ReturnType<typeof openStripe>>

export async function openStripe() {
  const fixtures = (JSON.parse(readFileSync(path.join(FOLDER, 'fixtures3-2026.json'), 'utf8')) as Json)[
    'resources'
  ] as Json
  const like = (kind: string, facts: Json): Json => ({ ...structuredClone(fixtures[kind]), ...facts })
  const addresses = described()
  const now = () => Math.floor(Date.now() / 1000)
  const sessions = new Map<string, Json>()
  const subscriptions = new Map<string, Json>()
  const invoices = new Map<string, Json>()
  const byKey = new Map<string, { given: Json; session: Json }>()
  const refused: string[] = []
  let [count, isAway, slow] = [0, false, 0]
  const newId = (kind: string) => `${kind}_${(count += 1)}`

  const itemOf = (subscription: Json) => subscription['items'].data[0] as Json
  const setTerm = (subscription: Json, start: number) =>
    Object.assign(itemOf(subscription), { current_period_start: start, current_period_end: start + YEAR })
  function addInvoice(subscription: Json, facts: Json): Json {
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    const id = newId('in')
    const { price, quantity } = itemOf(subscription)
    const amount = price.unit_amount * quantity
    const isTaxed = subscription['automatic_tax']?.enabled === true
    const tax = isTaxed ? Math.round(amount / 10) : 0
    const invoice = like('invoice', {
      id,
      number: `S-${id}`,
      amount_due: amount + tax,
      ...(isTaxed && BUYER),
      created: start,
      attempt_count: 1,
      hosted_invoice_url: `https://invoice.stripe.test/${id}`,
      lines: {
        object: 'list',
        data: [
          {
            ...fixtures['invoice'].lines.data[0],
            description: 'The Legal Network, one year',
            taxes: isTaxed ? [{ amount: tax }] : [],
            amount,
            quantity,
            period: { start, end },
          },
        ],
      },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription['id'] } },
      ...facts,
    })
    invoices.set(id, invoice)
    return invoice
  }

  const answers: Record<string, (id: string, given: Json, key: string | undefined) => Json | undefined> = {
    'POST checkout/sessions': (_id, given, key) => {
      const known = key === undefined ? undefined : byKey.get(key)
      // As in Stripe, an idempotency key may only be reused with identical parameters.
      if (known) return isDeepStrictEqual(known.given, given) ? known.session : undefined
      const id = newId('cs')
      const session = like('checkout.session', {
        ...given,
        id,
        url: `https://checkout.stripe.test/${id}`,
        status: 'open',
      })
      sessions.set(id, session)
      if (key) byKey.set(key, { given: structuredClone(given), session })
      return session
    },
    'GET checkout/sessions': (id) => sessions.get(id),
    'POST checkout/sessions/expire': (id) => {
      const session = sessions.get(id)
      if (session?.['status'] !== 'open') return undefined
      return Object.assign(session, { status: 'expired', url: null })
    },
    'GET subscriptions': (id) => subscriptions.get(id),
    'POST subscriptions': (id, given) => {
      const subscription = subscriptions.get(id)
      if (!subscription) return undefined
      if (given['cancel_at_period_end'] !== undefined) {
        const isEnding = String(given['cancel_at_period_end']) === 'true'
        subscription['cancel_at_period_end'] = isEnding
        subscription['canceled_at'] = isEnding ? now() : null
      }
      const [item] = (given['items'] ?? []) as Json[]
      if (item) {
        itemOf(subscription)['price'].unit_amount = Number(item['price_data'].unit_amount)
        itemOf(subscription)['quantity'] = Number(item['quantity'])
      }
      Object.assign(subscription['metadata'], given['metadata'])
      return subscription
    },
    'GET invoices': (id, given) =>
      id
        ? invoices.get(id)
        : {
            object: 'list',
            has_more: false,
            data: [...invoices.values()].filter(
              ({ parent }) => parent.subscription_details.subscription === given['subscription'],
            ),
          },
    'POST billing_portal/sessions': (_id, given) =>
      like('billing_portal.session', { ...given, url: `https://portal.stripe.test/${given['customer']}` }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [address = '', search = ''] = request.url!.split('?')
    let text = ''
    for await (const chunk of request) text += chunk
    const say = (status: number, body: Json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (slow) await new Promise((resolve) => setTimeout(resolve, Math.random() * slow))
    if (isAway) return say(500, { error: { type: 'api_error', message: 'Away.' } })
    const found = addresses.find(({ method, pattern }) => method === request.method && pattern.test(address))
    const given = qs.parse(text || search, { depth: 10, arrayLimit: 100 }) as Json
    const check = request.method === 'GET' ? found?.query : found?.body
    const copy = structuredClone(given)
    if (!found || !check?.(copy)) {
      refused.push(`${request.method} ${address} ${JSON.stringify(check?.errors ?? 'unknown address')}`)
      return say(400, { error: { type: 'invalid_request_error', message: 'Not as described.' } })
    }
    if (!request.headers.authorization?.startsWith('Bearer sk_test_')) return say(401, { error: { message: 'Who?' } })
    const [, kind = '', id = '', act = ''] =
      /^\/v1\/(checkout\/sessions|billing_portal\/sessions|\w+)\/?([^/]*)(.*)$/.exec(address)!
    const key = request.headers['idempotency-key'] as string | undefined
    const body = answers[`${request.method} ${kind}${act}`]?.(id, copy, key)
    return body ? say(200, body) : say(404, { error: { type: 'invalid_request_error', message: 'No such object.' } })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    refused,
    sessions,
    subscriptions,
    away: (value: boolean) => void (isAway = value),
    /** Delays each response randomly by up to `ms`, so responses arrive out of order. */
    slow: (ms: number) => void (slow = ms),
    /** A customer pays on the checkout page. */
    pay(sessionId: string): Json {
      const session = sessions.get(sessionId)!
      const [line] = session['line_items'] as Json[]
      const subscription = like('subscription', {
        id: newId('sub'),
        customer: newId('cus'),
        status: 'active',
        cancel_at: null,
        canceled_at: null,
        ended_at: null,
        cancel_at_period_end: false,
        start_date: now(),
        metadata: { ...session['subscription_data'].metadata },
        automatic_tax: { enabled: String(session['automatic_tax']?.enabled) === 'true' },
      })
      itemOf(subscription)['price'].unit_amount = Number(line!['price_data'].unit_amount)
      itemOf(subscription)['quantity'] = Number(line!['quantity'])
      setTerm(subscription, now())
      subscriptions.set(subscription['id'], subscription)
      addInvoice(subscription, { status: 'paid', status_transitions: { paid_at: now() } })
      Object.assign(session, {
        status: 'complete',
        subscription: subscription['id'],
        customer: subscription['customer'],
      })
      return subscription
    },
    /** A year later the card is charged again. */
    renew(subscription: Json, isPaid: boolean) {
      setTerm(subscription, itemOf(subscription)['current_period_start'])
      subscription['status'] = isPaid ? 'active' : 'past_due'
      return addInvoice(
        subscription,
        isPaid ? { status: 'paid', status_transitions: { paid_at: now() } } : { status: 'open' },
      )
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const signer = new Stripe('sk_test_of_the_tests')
export interface SignedWith {
  secret?: string
  /** Seconds since the event was signed. */
  age?: number
  signature?: string
}

/** Sends a webhook as Stripe does. */
export function deliver(
  testServer: TestServer,
  event: Json,
  { secret = WEBHOOK_SECRET, age = 0, signature }: SignedWith = {},
) {
  const payload = JSON.stringify(event, null, 2)
  const timestamp = Math.floor(Date.now() / 1000) - age
  const header = signature ?? signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return testServer
    .anonymous()
    .send('POST', '/api/billing/webhook', { text: payload, headers: { 'stripe-signature': header } })
}

let events = 0
export const eventOf = (type: string, object: Json): Json => ({
  id: `evt_${(events += 1)}_${Date.now()}`,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
  data: { object },
})
