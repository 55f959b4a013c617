/** How people join: with an invitation, a nomination by a member, or a trial code. */
import { describe, expect, it } from 'vitest'
import { Onboarding } from '#api/operations.ts'
import { POSTING_LIMITS } from '#shared/limits.ts'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
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
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const guarded = await startTestServer({ LOGIN_ATTEMPTS: '4' })
const { legal, finance } = await networkIds(testServer)
const [ruth, helen, samuel] = await testServer.members(demoMembers.staff, demoMembers.member, demoMembers.finance)

const visitor = (where: TestServer = testServer) => newVisitor(where)
const named = (email: string, more: object = {}) => ({
  email,
  first_name: 'Ada',
  last_name: 'Quist',
  note: 'You would like it here.',
  peer_network_id: legal,
  ...more,
})
async function invite(email = newEmail(), more: object = {}) {
  await post(ruth, '/api/invitations', named(email, more))
  return { email, token: tokenIn((await mailTo(testServer, email))!.text) }
}
async function join(token: string) {
  const client = await visitor()
  await begin(client, token)
  await choosePassword(client)
  return client
}
const show = async (token: string, client?: Client) => showInvitation(client ?? (await visitor()), token)

describe('an invitation', () => {
  it('shows who invites, where to, and up to three members with full access who are not suspended (ROUTE-invite-token, RULE-invitation-preview-members)', async () => {
    const { email, token } = await invite()
    const { data } = (await show(token)).body as {
      data: { members: { id: number }[]; network: object; inviter: object; email: string; num_of_members: number }
    }
    expect(data).toMatchObject({
      email,
      first_name: 'Ada',
      note: 'You would like it here.',
      inviter: { name: 'Ruth Calloway' },
      network: { display_name: 'Legal Network', theme: 'legal' },
      num_of_members: expect.any(Number),
      invite_code: expect.stringMatching(/^[0-9a-f]{32}$/),
      begun: false,
      step: 'landing',
      welcome_page_labels: { welcome_page_step_one: expect.stringMatching(/./) },
    })
    expect(data.members).toHaveLength(3)
    const states = await testServer.sql(
      `select bool_and(current_state = 'full access' and not suspended) as all, bool_and(exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $2)) as here
       from users u where id = any($1)`,
      [data.members.map(({ id }) => id), legal],
    )
    expect(states).toEqual([{ all: true, here: true }])
    await testServer.sql('update users set suspended = true where id = $1', [data.members[0]!.id])
    const after = (await show(token)).body as typeof data & { data: typeof data }
    expect(after.data.members.map(({ id }) => id)).not.toContain(data.members[0]!.id)
    await testServer.sql('update users set suspended = false where id = $1', [data.members[0]!.id])
  })

  it('makes the invitee a user who is being onboarded and signed in, without a password yet (ROUTE-onboarding-token, FIELD-user.nominator_name, FIELD-user.invite_code, FIELD-invite_context.inviteCode)', async () => {
    const { email, token } = await invite()
    const client = await visitor()
    expect((await begin(client, token, { last_name: 'Quist-Hale' })).status).toBe(200)
    const { viewer } = await client.ask(Onboarding, {})
    expect(viewer).toMatchObject({
      email,
      last_name: 'Quist-Hale',
      current_state: 'onboarding',
      current_onboarding_step: 'profile',
      has_password: false,
      registered: false,
      terms_of_service_accepted: false,
      privacy_policy_accepted: false,
      nominator_name: 'Ruth Calloway',
      invite_code: expect.stringMatching(/^[0-9a-f]{32}$/),
      peer_network_memberships: [{ is_primary: true }],
    })
    expect((await (await visitor()).signIn(email, PASSWORD)).status).toBe(401)
  })

  it('leads in from any device until there is a password, which spends it and signs the others out (FIELD-invite_context.step, FIELD-invite_context.invite)', async () => {
    const { email, token } = await invite()
    const [desk, phone] = [await visitor(), await visitor()]
    const answers = [await begin(desk, token), await begin(phone, token)]
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    expect((await show(token)).body).toMatchObject({ data: { begun: true, step: 'profile' } })
    expect((await choosePassword(desk)).status).toBe(200)
    expect((await desk.ask(Onboarding, {})).viewer).toMatchObject({
      has_password: true,
      terms_of_service_accepted: true,
      privacy_policy_accepted: true,
    })
    expect((await show(token)).status).toBe(404)
    expect((await begin(await visitor(), token)).status).toBe(404)
    const [{ sessions }] = (await testServer.sql<{ sessions: number }>(
      'select count(*)::integer as sessions from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )) as [{ sessions: number }]
    expect(sessions).toBe(1)
    expect((await (await visitor()).signIn(email, PASSWORD)).status).toBe(200)
  })

  it('keeps which version of the terms was accepted, and when (DECISION-legal-acceptance-flags)', async () => {
    const { email, token } = await invite()
    await join(token)
    expect(
      await testServer.sql(
        `select d.kind, d.version, a.accepted_at > now() - interval '1 minute' as just_now from legal_acceptances a
         join legal_documents d on d.id = a.legal_document_id join users u on u.id = a.user_id where u.email = $1 order by d.kind`,
        [email],
      ),
    ).toEqual([
      { kind: 'privacy_policy', version: 1, just_now: true },
      { kind: 'terms_of_use', version: 1, just_now: true },
    ])
  })

  it('makes one user, also when it comes many times at once', async () => {
    const { email, token } = await invite()
    const clients = await Promise.all(Array.from({ length: 5 }, () => visitor()))
    const answers = await Promise.all(clients.map((client) => begin(client, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await testServer.sql('select count(*)::integer from users where email = $1', [email])).toEqual([
      { count: 1 },
    ])
    // Of two simultaneous first passwords only one is accepted; otherwise no one would know which one is valid.
    const chosen = await Promise.all(clients.slice(0, 2).map((client) => choosePassword(client)))
    expect(chosen.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('of somebody who was suspended in the middle is closed, and their session is over', async () => {
    const { email, token } = await invite()
    const client = await visitor()
    await begin(client, token)
    await testServer.sql('update users set suspended = true where email = $1', [email])
    expect((await show(token)).status).toBe(404)
    expect((await begin(await visitor(), token)).status).toBe(404)
  })

  it('cannot be withdrawn once its invitee has started', async () => {
    const { email, token } = await invite()
    await begin(await visitor(), token)
    const [row] = await testServer.sql<{ id: number }>('select id from invitations where email = $1', [email])
    expect((await post(ruth, `/api/staff/invitations/${row!.id}`, { decision: 'end' })).status).toBe(409)
    expect((await show(token)).status).toBe(200)
  })

  it('that is too old, used, withdrawn or made up answers alike (threat 15)', async () => {
    const [old, used, withdrawn] = [await invite(), await invite(), await invite()]
    await testServer.sql(`update invitations set expires_at = now() where email = $1`, [old.email])
    await join(used.token)
    const [row] = await testServer.sql<{ id: number }>('select id from invitations where email = $1', [withdrawn.email])
    expect((await post(ruth, `/api/staff/invitations/${row!.id}`, { decision: 'end' })).status).toBe(200)
    const answers = []
    for (const token of [old.token, used.token, withdrawn.token, 'x'.repeat(22), 'short', '../x', "'"]) {
      const [shown, joined] = [await show(token), await begin(await visitor(), token)]
      answers.push([shown.status, shown.body, joined.status, joined.body])
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]![0]).toBe(404)
  })

  it('lets the author of imported words take them over, and nobody else’s account', async () => {
    const { token } = await invite('teodor@members.test')
    const client = await visitor()
    const answer = await begin(client, token)
    const [teodor] = await testServer.sql<{ id: number }>('select id from users where email = $1', [
      'teodor@members.test',
    ])
    expect(answer.body).toEqual({ data: { id: teodor!.id } })
    const member = await invite(demoMembers.peer)
    expect(await begin(await visitor(), member.token)).toMatchObject({
      status: 409,
      body: { code: 'accounts.has_account' },
    })
    const suspended = await invite(demoMembers.suspended)
    expect((await begin(await visitor(), suspended.token)).status).toBe(409)
  })

  it.each([
    [{ first_name: ' ' }, 'first_name'],
    [{ last_name: 'x'.repeat(101) }, 'last_name'],
    [{ first_name: 'A\u202eda' }, 'first_name'],
  ])('refuses %j beside its field, and stays open', async (wrong, field) => {
    const { token } = await invite()
    expect(await begin(await visitor(), token, wrong)).toMatchObject({
      status: 400,
      body: { field },
    })
    expect((await show(token)).status).toBe(200)
  })

  it.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'AdaQuist01' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ terms_of_use: false }, 'terms_of_use'],
    [{ privacy_policy: undefined }, 'privacy_policy'],
  ])('with a first password of %j is refused beside the field, and nothing is accepted', async (wrong, field) => {
    const { token } = await invite()
    const client = await visitor()
    await begin(client, token)
    expect(await choosePassword(client, wrong)).toMatchObject({ status: 400, body: { field } })
    expect((await client.ask(Onboarding, {})).viewer).toMatchObject({
      has_password: false,
      terms_of_service_accepted: false,
      privacy_policy_accepted: false,
    })
    expect((await choosePassword(await visitor())).status).toBe(401)
  })

  it('cannot be guessed: 10,000 tries would end at the sixteenth, wherever they claim to come from (threat 15)', async () => {
    const client = await visitor(guarded)
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess++)
      statuses.push(
        (
          await client.send('GET', `/api/onboarding/invitations/${String(guess).padStart(22, 'g')}`, {
            headers: { 'x-forwarded-for': `10.9.0.${guess}`, 'x-real-ip': `10.8.0.${guess}` },
          })
        ).status,
      )
    expect(statuses.filter((status) => status === 404)).toHaveLength(16)
    expect(statuses.slice(16).every((status) => status === 429)).toBe(true)
  })
})

describe('a colleague named by a member', () => {
  it('is decided about by who has seen how it stands: of two of staff, the first', async () => {
    const email = newEmail()
    await post(helen, '/api/invitations', named(email))
    const [row] = await testServer.sql<{ id: number }>('select id from invitations where email = $1', [email])
    const as = (decision: string, sent_at: string | null) =>
      post(ruth, `/api/staff/invitations/${row!.id}`, { decision, sent_at })
    const both = await Promise.all([as('send', null), as('send', null)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await as('end', null)).status).toBe(409)
    expect((await show(tokenIn((await mailTo(testServer, email))!.text))).status).toBe(200)
    const [sent] = await testServer.sql<{ sent_at: Date }>('select sent_at from invitations where id = $1', [row!.id])
    expect((await as('end', sent!.sent_at.toISOString())).status).toBe(200)
  })

  it('is not invited a second time by staff, and the answer says so', async () => {
    const email = newEmail()
    await post(helen, '/api/invitations', named(email))
    expect((await post(ruth, '/api/invitations', named(email))).body).toMatchObject({
      code: 'accounts.invited_already',
      field: 'email',
    })
    expect((await post(helen, '/api/invitations', named(email))).body).toEqual({ data: { state: 'nominated' } })
  })

  it('waits for staff, who send or end it', async () => {
    const email = newEmail()
    expect((await post(helen, '/api/invitations', named(email))).body).toEqual({ data: { state: 'nominated' } })
    expect(await mailTo(testServer, email)).toBeUndefined()
    const { data } = (await ruth.send('GET', '/api/staff/invitations')).body as {
      data: { invitations: { id: number; email: string; inviter: string; state: string }[] }
    }
    const row = data.invitations.find((each) => each.email === email)!
    expect(row).toMatchObject({ inviter: 'Helen Marsh', state: 'nominated' })
    expect((await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'send' })).status).toBe(200)
    const first = (await mailTo(testServer, email))!
    expect(first).toMatchObject({ kind: 'invitation', subject: 'Helen Marsh invited you to Legal Network' })
    // Sent again: the earlier link is invalid, and the new one works.
    await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'send' })
    expect((await show(tokenIn(first.text))).status).toBe(404)
    expect((await show(tokenIn((await mailTo(testServer, email))!.text))).status).toBe(200)
    await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'end' })
    expect((await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'send' })).status).toBe(409)
    const own = (await helen.send('GET', '/api/invitations')).body as {
      data: { invitations: { email: string; state: string }[] }
    }
    expect(own.data.invitations.find((each) => each.email === email)).toMatchObject({ state: 'withdrawn' })
    const others = (await samuel.send('GET', '/api/invitations')).text
    expect(others).not.toContain(email)
  })

  it('is kept once, and the answer says nothing about who has an account', async () => {
    const email = newEmail()
    const answers = [
      await post(helen, '/api/invitations', named(email)),
      await post(helen, '/api/invitations', named(email.toUpperCase())),
      await post(helen, '/api/invitations', named(demoMembers.executive)),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { data: { state: 'nominated' } }])
    expect(await testServer.sql('select count(*)::integer from invitations where email = $1', [email])).toEqual([
      { count: 1 },
    ])
  })

  it('tells nobody that others have named the same person: not the answer, not the list, not what is left of the day (B6)', async () => {
    const marcus = await testServer.member(demoMembers.peer)
    const own = async (email: string) => {
      const { data } = (await marcus.send('GET', '/api/invitations')).body as { data: { invitations: object[] } }
      const row = data.invitations.find((each) => (each as { email: string }).email === email)
      const { id: _id, email: _email, created_at: _at, ...shown } = row as Record<string, unknown>
      return shown
    }
    const [named_before, free] = [newEmail(), newEmail()]
    await post(helen, '/api/invitations', named(named_before))
    await post(marcus, '/api/invitations', named(named_before))
    await post(marcus, '/api/invitations', named(free))
    expect(await own(named_before)).toEqual(await own(free))
    const ofStaff = async () =>
      (
        (await ruth.send('GET', '/api/staff/invitations')).body as {
          data: { invitations: { id: number; email: string }[] }
        }
      ).data.invitations.filter(({ email }) => [named_before, free].includes(email))
    // Staff decide once, and both members who named the person see the decision.
    expect(await ofStaff()).toHaveLength(2)
    for (const { id } of await ofStaff()) await post(ruth, `/api/staff/invitations/${id}`, { decision: 'send' })
    expect(await own(named_before)).toMatchObject({ state: 'sent' })
    const counted = await testServer.sql<{ of: string; number: number }>(
      `select count(*)::integer as number from nominations_beside where inviter_id = $1 and email = any($2)`,
      [marcus.id, [named_before, free]],
    )
    expect(counted[0]!.number).toBe(1)
    expect(await testServer.sql(`select "to" from outgoing_mails where "to" = $1`, [named_before])).toHaveLength(1)
  })

  it('is refused for other networks, by those whose membership has ended, and over the limit', async () => {
    expect(await post(helen, '/api/invitations', named(newEmail(), { peer_network_id: finance }))).toMatchObject({
      status: 400,
      body: { field: 'peer_network_id' },
    })
    const trial = await testServer.member(demoMembers.trial)
    expect((await post(trial, '/api/invitations', named(newEmail()))).status).toBe(403)
    expect((await post(await visitor(), '/api/invitations', named(newEmail()))).status).toBe(401)
    const priya = await testServer.member('priya@members.test')
    const statuses = []
    const most = POSTING_LIMITS.nomination.windows[0].member
    await testServer.set('limit_nomination', 100)
    for (let count = 0; count <= most; count++)
      statuses.push((await post(priya, '/api/invitations', named(newEmail()))).status)
    expect(statuses).toEqual([...Array<number>(most).fill(200), 409])
    await testServer.set('limit_nomination', 0)
  })

  it.each([
    [{ email: 'ada' }, 'email'],
    [{ first_name: '' }, 'first_name'],
    [{ note: 'x'.repeat(1_001) }, 'note'],
    [{ peer_network_id: 'legal' }, 'peer_network_id'],
  ])('with %j is refused beside its field', async (wrong, field) => {
    expect(await post(helen, '/api/invitations', named(newEmail(), wrong))).toMatchObject({
      status: 400,
      body: { field },
    })
  })
})

it('has no staff pages for anybody else: each call answers like one that does not exist', async () => {
  const missing = await helen.send('GET', '/api/staff/nothing')
  const [row] = await testServer.sql<{ id: number }>(`select id from invitations limit 1`)
  for (const who of [helen, samuel, await testServer.member(demoMembers.newcomer), await visitor()])
    for (const [method, path, body] of [
      ['GET', '/api/staff/invitations', undefined],
      ['POST', `/api/staff/invitations/${row!.id}`, { decision: 'send' }],
      ['POST', '/api/staff/trial-codes', { label: 'x', peer_network_id: legal, days: 30, max_uses: 1 }],
      ['DELETE', '/api/staff/trial-codes/1', undefined],
    ] as const) {
      const answer = await who.send(method, path, body ? { body } : {})
      expect([answer.status, answer.body]).toEqual([404, missing.body])
    }
})
