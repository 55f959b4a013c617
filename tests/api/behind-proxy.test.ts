/** Behind a proxy that terminates TLS: cookie names, and which client address counts. */
import { describe, expect, it } from 'vitest'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer({ PUBLIC_URL: 'https://peers.test', TRUST_PROXY: 'on' })

describe('cookies behind TLS', () => {
  const cookiesOf = async () => {
    const client = testServer.anonymous()
    await client.send('GET', '/auth/login')
    const answer = await client.signIn(demoMembers.member, DEMO_PASSWORD)
    expect(answer.status).toBe(200)
    return answer.headers.getSetCookie()
  }

  it('belong to this host alone, and only the token that pages must read is open to scripts', async () => {
    const cookies = await cookiesOf()
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      'XSRF-TOKEN',
      '__Host-counterpart.device',
      '__Host-counterpart.session_token',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Secure/i)
      expect(cookie).toMatch(/; Path=\/(;|$)/i)
      expect(cookie).toMatch(/; SameSite=Lax/i)
      expect(cookie).not.toMatch(/; Domain/i)
      if (!cookie.startsWith('XSRF-TOKEN=')) expect(cookie).toMatch(/; HttpOnly/i)
    }
  })

  it('are found again under that name', async () => {
    const client = testServer.anonymous()
    await client.send('GET', '/auth/login')
    await client.signIn(demoMembers.member, DEMO_PASSWORD)
    expect((await client.send('GET', '/api/sessions')).status).toBe(200)
    await client.send('POST', '/api/auth/logout', { body: {} })
    expect(client.cookies.has('__Host-counterpart.session_token')).toBe(false)
    expect((await client.send('GET', '/api/sessions')).status).toBe(401)
  })
})

describe('the address of who asks', () => {
  it('is what the proxy in front has added last, whatever the caller writes before it', async () => {
    for (const made of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      const client = testServer.anonymous()
      await client.send('GET', '/auth/login')
      const body = { email: demoMembers.member, password: DEMO_PASSWORD }
      const headers = { 'x-forwarded-for': `${made}, 192.0.2.7` }
      expect((await client.send('POST', '/api/auth/login', { body, headers })).status).toBe(200)
    }
    const rows = await testServer.sql<{ ip_address: string }>(
      `select ip_address from sessions where user_agent <> 'tests' order by id desc limit 3`,
    )
    expect(rows.map(({ ip_address }) => ip_address)).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7'])
  })
})
