/** Addresses that a webhook never calls. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { sendWebhook, webhookSecret } from './send.ts'

let calls = 0
const other = createServer((_request, response) => {
  calls += 1
  response.end()
})
await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
afterAll(() => void other.close())
const { port } = other.address() as AddressInfo

const call = (host: string, allowsPrivate: boolean) =>
  sendWebhook({
    id: 'msg_1',
    url: `http://${host}:${port}/`,
    secret: webhookSecret('a secret', 'salt'),
    body: '{}',
    allowsPrivate,
  })

it.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '127.1',
  '169.254.169.254',
  '10.0.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '[fd00::1]',
  '[fe80::1]',
])('%s, of our own network, is not called, however it is written or resolved', async (host) => {
  const { status, failure } = await call(host, false)
  expect(status).toBeNull()
  expect(failure).toMatch(/not allowed/)
  expect(calls).toBe(0)
})

it('calls such an address where it is allowed', async () => {
  expect(await call('127.0.0.1', true)).toEqual({ status: 200, failure: null })
  expect(calls).toBe(1)
})

it('derives another secret for each salt, and the same for the same', () => {
  expect(webhookSecret('a secret', 'salt')).toBe(webhookSecret('a secret', 'salt'))
  expect(webhookSecret('a secret', 'salt')).not.toBe(webhookSecret('a secret', 'other'))
})
