/** Trials: a code that staff create, a form that asks for the password, and the email that proves the address. */
import { describe, expect, it } from 'vitest'
import { Onboarding } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import {
  begin,
  choosePassword,
  newEmail,
  mailTo,
  PASSWORD,
  post,
  showInvitation,
  tokenIn,
  newVisitor,
} from '../harness/visitors.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)

describe('a trial code (ROUTE-trial-code)', () => {
  const makeCode = async (more: object = {}) => {
    const answer = await post(ruth, '/api/staff/trial-codes', {
      label: 'Autumn dinner',
      peer_network_id: legal,
      days: 30,
      max_uses: 1,
      ...more,
    })
    return tokenIn((answer.body as { data: { url: string } }).data.url)
  }
  const ask = async (code: string, email: string, client?: Client, password = PASSWORD) =>
    post(client ?? (await newVisitor(testServer)), '/api/onboarding/trials', {
      code,
      email,
      first_name: 'Ada',
      last_name: 'Quist',
      password,
    })

  it('opens a dated trial for whoever proves their address, as often as it says', async () => {
    const code = await makeCode()
    expect((await (await newVisitor(testServer)).send('GET', `/api/onboarding/trials/${code}`)).body).toMatchObject({
      data: { days: 30, network: 'Legal Network', theme: 'legal' },
    })
    const [one, other] = [newEmail(), newEmail()]
    await ask(code, one)
    await ask(code, other)
    const tokens = [tokenIn((await mailTo(testServer, one))!.text), tokenIn((await mailTo(testServer, other))!.text)]
    expect((await mailTo(testServer, one))!.kind).toBe('trial')
    expect((await showInvitation(await newVisitor(testServer), tokens[0]!)).body).toMatchObject({
      data: { trial_days: 30, inviter: null },
    })
    expect((await begin(await newVisitor(testServer), tokens[0]!)).status).toBe(200)
    expect(
      await testServer.sql(
        `select current_state, trial_end_date between now() + interval '29 days' and now() + interval '31 days' as dated from users where email = $1`,
        [one],
      ),
    ).toEqual([{ current_state: 'trial', dated: true }])
    // The code allows one member, who has joined.
    expect((await begin(await newVisitor(testServer), tokens[1]!)).status).toBe(404)
    expect((await ask(code, newEmail())).status).toBe(404)
  })

  describe('with the password that its form asks for', () => {
    const stepOf = async (client: Client) => {
      const { onboarding_steps, has_password } = (await client.ask(Onboarding, {})).viewer
      return { has_password, done: onboarding_steps.find(({ step }) => step === 'create_password')!.done }
    }

    it('opens in the browser where it was chosen: only the terms are left, and the password signs in', async () => {
      const [code, email, ada] = [await makeCode({ max_uses: 5 }), newEmail(), await newVisitor(testServer)]
      expect((await ask(code, email, ada)).status).toBe(200)
      const token = tokenIn((await mailTo(testServer, email))!.text)
      await begin(ada, token)
      expect(await stepOf(ada)).toEqual({ has_password: true, done: false })
      await choosePassword(ada, { password: undefined })
      expect(await stepOf(ada)).toEqual({ has_password: true, done: true })
      expect((await (await newVisitor(testServer)).signIn(email, PASSWORD)).status).toBe(200)
      expect(await testServer.sql('select chosen_password from invitations where email = $1', [email])).toEqual([
        { chosen_password: null },
      ])
      // The link is used up: from now on, the member signs in with the password.
      expect((await begin(await newVisitor(testServer), token)).status).toBe(404)
    })

    it('is worth nothing in another browser, so that nobody chooses one for the owner of a mailbox', async () => {
      const [code, email, stranger] = [await makeCode({ max_uses: 5 }), newEmail(), await newVisitor(testServer)]
      await ask(code, email, stranger)
      const owner = await newVisitor(testServer)
      await begin(owner, tokenIn((await mailTo(testServer, email))!.text))
      expect(await stepOf(owner)).toEqual({ has_password: false, done: false })
      expect((await stranger.signIn(email, PASSWORD)).status).toBe(401)
    })

    it('is refused where it would be guessed, for every address alike', async () => {
      const code = await makeCode({ max_uses: 5 })
      const weak = (email: string) => ask(code, email, undefined, 'password123')
      const [known, unknown] = [await weak(demoMembers.finance), await weak(newEmail())]
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
      expect(known.body).toMatchObject({ code: 'accounts.password_weak', field: 'password' })
    })
  })

  it('answers alike for who is a member already; only their mail says so', async () => {
    const code = await makeCode({ max_uses: 5 })
    const [known, unknown] = [await ask(code, demoMembers.finance), await ask(code, newEmail())]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await mailTo(testServer, demoMembers.finance)).toMatchObject({ kind: 'has-account' })
  })

  it('does not approve what a member named and staff have not', async () => {
    const [code, email] = [await makeCode({ max_uses: 5 }), newEmail()]
    await post(helen, '/api/invitations', {
      email,
      first_name: 'Ada',
      last_name: 'Quist',
      peer_network_id: legal,
    })
    await ask(code, email)
    expect(
      (await showInvitation(await newVisitor(testServer), tokenIn((await mailTo(testServer, email))!.text))).body,
    ).toMatchObject({ data: { trial_days: 30 } })
  })

  it('ends when staff end it, and is closed like one that never was', async () => {
    const code = await makeCode()
    const { data } = (await ruth.send('GET', '/api/staff/invitations')).body as {
      data: { trial_codes: { id: number }[] }
    }
    expect((await ruth.send('DELETE', `/api/staff/trial-codes/${data.trial_codes[0]!.id}`)).status).toBe(200)
    const [ended, never] = [
      await (await newVisitor(testServer)).send('GET', `/api/onboarding/trials/${code}`),
      await (await newVisitor(testServer)).send('GET', `/api/onboarding/trials/${'x'.repeat(22)}`),
    ]
    expect([ended.status, ended.body]).toEqual([404, never.body])
    expect(JSON.stringify(await testServer.sql('select * from trial_codes'))).not.toContain(code)
  })
})
