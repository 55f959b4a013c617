/**
 * An invoice's token is derived from its id and the server's secret, so the same link can be put into an email and on a
 * page while the database stores only its hash.
 */
import { createHmac } from 'node:crypto'
import { hashOf } from '#server/features/accounts/index.ts'
import type { Billing } from '#server/features/membership/billing.ts'

const TOKEN_BYTES = 16

const tokenOf = ({ secret }: Pick<Billing, 'secret'>, id: number) =>
  createHmac('sha256', secret).update(`invoice:${id}`).digest().subarray(0, TOKEN_BYTES).toString('base64url')

export const tokenHash = (billing: Pick<Billing, 'secret'>, id: number) => hashOf(tokenOf(billing, id))
export const invoicePath = (billing: Pick<Billing, 'secret'>, id: number) => `/invoice/${tokenOf(billing, id)}`
export const invoiceUrl = (billing: Billing, id: number) => `${billing.publicUrl}${invoicePath(billing, id)}`
