/** Tokens for the partner's learning site. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GenerateLPlusToken, InitialUser } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const LPLUS_SECRET = 'a key that the partner holds as well, 42 signs'
const testServer = await startTestServer({ LPLUS_URL: 'https://learning.example/enter?from=us', LPLUS_SECRET })

describe('the learning site of the partner (OP-GenerateLPlusToken, DECISION-lplus-token)', () => {
  it('learns who comes by a token that only the partner can check, for five minutes', async () => {
    const helen = await testServer.member(demoMembers.member)
    const { generateLPlusToken: given } = await helen.ask(GenerateLPlusToken, {})
    const [head, body, signature] = given.token.split('.') as [string, string, string]
    expect(createHmac('sha256', LPLUS_SECRET).update(`${head}.${body}`).digest('base64url')).toBe(signature)
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    expect(claims).toMatchObject({ sub: String(helen.id), email: demoMembers.member, aud: 'https://learning.example' })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(300)
    expect(given.url).toBe(`https://learning.example/enter?from=us&token=${given.token}`)
    expect(new Date(given.expires_at).getTime()).toBe(Number(claims['exp']) * 1000)
    expect((await helen.op(InitialUser, {})).status).toBe(200)
  })

  it('is open with an active membership, and refused where it is not connected (PRODUCT-full-access-membership)', async () => {
    const frank = await testServer.member('frank@members.test')
    expect((await frank.op(GenerateLPlusToken, {})).code).toBe('membership.expired')
    const plain = await startTestServer()
    expect((await (await plain.member(demoMembers.member)).op(GenerateLPlusToken, {})).code).toBe(
      'accounts.lplus_absent',
    )
    expect((await testServer.anonymous().op(GenerateLPlusToken, {})).status).toBe(401)
  })
})
