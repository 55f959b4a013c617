import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { checkStripe } from './stripe-check.ts'

const WEBHOOK = 'https://peers.test/api/billing/webhook'
/** Stripe as far as the check asks it. */
const stripeWith = (list: () => Promise<object>) => ({ webhookEndpoints: { list } }) as unknown as Stripe
const check = (list: () => Promise<object>, key = 'sk_test_1') => checkStripe(stripeWith(list), key, WEBHOOK)

it('says that Stripe answers, in which mode, and reports payments (STAFF-setup)', async () => {
  const list = async () => ({ data: [{ url: WEBHOOK, status: 'enabled' }] })
  expect(await check(list)).toEqual({ ok: true, message: expect.stringContaining('test mode: no money moves') })
  expect(await check(list, 'sk_live_1')).toMatchObject({ message: expect.stringContaining('payments are real') })
})

it('says which webhook endpoint is missing or switched off', async () => {
  for (const data of [[], [{ url: WEBHOOK, status: 'disabled' }], [{ url: 'https://other.test', status: 'enabled' }]])
    expect(await check(async () => ({ data }))).toEqual({ ok: false, message: expect.stringContaining(WEBHOOK) })
})

it.each([
  ['StripeAuthenticationError', 'Check STRIPE_SECRET_KEY'],
  ['StripePermissionError', 'Give a restricted key this permission'],
  ['StripeConnectionError', 'can’t be reached'],
  ['StripeAPIError', 'Its answer: down'],
])('says what %s means', async (type, words) => {
  const fail = () => Promise.reject(Object.assign(new Error('down'), { type }))
  expect(await check(fail)).toEqual({ ok: false, message: expect.stringContaining(words) })
})
