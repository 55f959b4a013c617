import type Stripe from 'stripe'
import type { ProviderCheck } from './provider.ts'

const ENDPOINTS = 100

/** Whether Stripe accepts the key, and reports changes to us. */
export async function checkStripe(stripe: Stripe, secretKey: string, webhookUrl: string): Promise<ProviderCheck> {
  const mode = /^(sk|rk)_live_/.test(secretKey) ? 'live mode: payments are real' : 'test mode: no money moves'
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: ENDPOINTS })
    const isReported = data.some(({ url, status }) => url === webhookUrl && status === 'enabled')
    return isReported
      ? { ok: true, message: `Stripe answers, in ${mode}. It reports payments to ${webhookUrl}.` }
      : {
          ok: false,
          message: `Stripe answers, in ${mode}. But it doesn’t report payments: add a webhook endpoint with the address ${webhookUrl} in Stripe, and its signing secret as STRIPE_WEBHOOK_SECRET.`,
        }
  } catch (error) {
    return { ok: false, message: failureWords(error as { type?: string; message?: string }) }
  }
}

function failureWords({ type, message = '' }: { type?: string; message?: string }): string {
  if (type === 'StripeAuthenticationError') return 'Stripe didn’t accept the key. Check STRIPE_SECRET_KEY.'
  if (type === 'StripePermissionError')
    return 'Stripe accepts the key, but the key may not read webhook endpoints. Give a restricted key this permission, or use a secret key.'
  if (type === 'StripeConnectionError') return 'Stripe can’t be reached. Check the network and the firewall.'
  return `Stripe refused the test. Its answer: ${message.slice(0, 300)}`
}
