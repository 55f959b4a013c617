/** How people come in: invited, named by a member, or by a trial code. */
import { describe, expect, it } from 'vitest'
import { InitialUser } from '#api/operations.ts'
import { cast } from '../cast.ts'
import type { Client } from '../harness/client.ts'
import { openHouse, type House } from '../harness/house.ts'
import { networkIds } from '../harness/threads.ts'

const house = await openHouse({ LOGIN_ATTEMPTS: '1000' })
const guarded = await openHouse({ LOGIN_ATTEMPTS: '3' })
const { legal, finance } = await networkIds(house)
const [ruth, helen, samuel] = await house.members(cast.staff, cast.member, cast.finance)
const PASSWORD = 'a lantern over the harbour'

let guests = 0
const guest = () => `guest-${(guests += 1)}@ostrander.test`
const post = (client: Client, path: string, body: object) => client.send('POST', path, { body })
const visitor = async (where: House = house) => {
  const client = where.anonymous()
  await client.send('GET', '/auth/login')
  return client
}
const named = (email: string, more: object = {}) => ({
  email,
  first_name: 'Ada',
  last_name: 'Quist',
  note: 'You would like it here.',
  peer_network_id: legal,
  ...more,
})
const mailTo = async (email: string) => {
  await house.runJobs()
  const [mail] = await house.sql<{ kind: string; subject: string; text: string }>(
    'select kind, subject, text from outgoing_mails where "to" = $1 order by id desc limit 1',
    [email],
  )
  return mail
}
const tokenIn = (text: string) => /\/(?:invite|onboarding|trial)\/([\w-]{22})\b/.exec(text)![1]!
async function invite(email = guest(), more: object = {}) {
  await post(ruth, '/api/invitations', named(email, more))
  return { email, token: tokenIn((await mailTo(email))!.text) }
}
const joining = (token: string, more: object = {}) => ({
  token,
  first_name: 'Ada',
  last_name: 'Quist',
  password: PASSWORD,
  accepted: true,
  ...more,
})
const show = async (token: string, client?: Client) =>
  (client ?? (await visitor())).send('GET', `/api/onboarding/invitations/${encodeURIComponent(token)}`)

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
      invite_code: expect.stringMatching(/^i-\d+$/),
    })
    expect(data.members).toHaveLength(3)
    const states = await house.sql(
      `select bool_and(current_state = 'full access' and not suspended) as all, bool_and(exists (select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id = $2)) as here
       from users u where id = any($1)`,
      [data.members.map(({ id }) => id), legal],
    )
    expect(states).toEqual([{ all: true, here: true }])
    await house.sql('update users set suspended = true where id = $1', [data.members[0]!.id])
    const after = (await show(token)).body as typeof data & { data: typeof data }
    expect(after.data.members.map(({ id }) => id)).not.toContain(data.members[0]!.id)
    await house.sql('update users set suspended = false where id = $1', [data.members[0]!.id])
  })

  it('makes the invitee a user who is being onboarded, with a password, signed in (ROUTE-onboarding-token)', async () => {
    const { email, token } = await invite()
    const client = await visitor()
    const answer = await post(client, '/api/onboarding/join', joining(token, { last_name: 'Quist-Hale' }))
    expect(answer.status).toBe(200)
    const { viewer } = await client.ask(InitialUser, {})
    expect(viewer).toMatchObject({ email, name: 'Ada Quist-Hale', peer_network_memberships: [{ is_primary: true }] })
    expect(
      await house.sql(
        'select current_state, email_verified, nominator_name, terms_of_service_accepted, privacy_policy_accepted, trial_end_date from users where email = $1',
        [email],
      ),
    ).toEqual([
      {
        current_state: 'onboarding',
        email_verified: true,
        nominator_name: 'Ruth Calloway',
        terms_of_service_accepted: true,
        privacy_policy_accepted: true,
        trial_end_date: null,
      },
    ])
    expect((await (await visitor()).signIn(email, PASSWORD)).status).toBe(200)
  })

  it('is used once, also when it comes many times at once', async () => {
    const { token } = await invite()
    const clients = await Promise.all(Array.from({ length: 5 }, () => visitor()))
    const answers = await Promise.all(clients.map((client) => post(client, '/api/onboarding/join', joining(token))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
  })

  it('that is too old, used, withdrawn or made up answers alike (threat 15)', async () => {
    const [old, used, withdrawn] = [await invite(), await invite(), await invite()]
    await house.sql(`update invitations set expires_at = now() where email = $1`, [old.email])
    await post(await visitor(), '/api/onboarding/join', joining(used.token))
    const [row] = await house.sql<{ id: number }>('select id from invitations where email = $1', [withdrawn.email])
    expect((await post(ruth, `/api/staff/invitations/${row!.id}`, { decision: 'end' })).status).toBe(200)
    const answers = []
    for (const token of [old.token, used.token, withdrawn.token, 'x'.repeat(22), 'short', '../x', "'"]) {
      const [shown, joined] = [await show(token), await post(await visitor(), '/api/onboarding/join', joining(token))]
      answers.push([shown.status, shown.body, joined.status, joined.body])
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]![0]).toBe(404)
  })

  it('lets the author of imported words take them over, and nobody else’s account', async () => {
    const { token } = await invite('teodor@members.test')
    const client = await visitor()
    const answer = await post(client, '/api/onboarding/join', joining(token))
    const [teodor] = await house.sql<{ id: number }>('select id from users where email = $1', ['teodor@members.test'])
    expect(answer.body).toEqual({ data: { id: teodor!.id } })
    const member = await invite(cast.peer)
    expect(await post(await visitor(), '/api/onboarding/join', joining(member.token))).toMatchObject({
      status: 409,
      body: { code: 'accounts.has_account' },
    })
    const suspended = await invite(cast.suspended)
    expect((await post(await visitor(), '/api/onboarding/join', joining(suspended.token))).status).toBe(409)
  })

  it.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'AdaQuist01' }, 'password'],
    [{ accepted: false }, 'accepted'],
    [{ first_name: ' ' }, 'first_name'],
    [{ last_name: 'x'.repeat(101) }, 'last_name'],
    [{ first_name: 'A\u202eda' }, 'first_name'],
  ])('refuses %j beside its field, and stays open', async (wrong, field) => {
    const { token } = await invite()
    expect(await post(await visitor(), '/api/onboarding/join', joining(token, wrong))).toMatchObject({
      status: 400,
      body: { field },
    })
    expect((await show(token)).status).toBe(200)
  })

  it('cannot be guessed: 10,000 tries would end at the fifteenth, wherever they claim to come from (threat 15)', async () => {
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
    expect(statuses.filter((status) => status === 404)).toHaveLength(15)
    expect(statuses.slice(15).every((status) => status === 429)).toBe(true)
  })
})

describe('a colleague named by a member', () => {
  it('waits for staff, who send or end it', async () => {
    const email = guest()
    expect((await post(helen, '/api/invitations', named(email))).body).toEqual({ data: { state: 'nominated' } })
    expect(await mailTo(email)).toBeUndefined()
    const { data } = (await ruth.send('GET', '/api/staff/invitations')).body as {
      data: { invitations: { id: number; email: string; inviter: string; state: string }[] }
    }
    const row = data.invitations.find((each) => each.email === email)!
    expect(row).toMatchObject({ inviter: 'Helen Marsh', state: 'nominated' })
    expect((await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'send' })).status).toBe(200)
    const first = (await mailTo(email))!
    expect(first).toMatchObject({ kind: 'invitation', subject: 'Helen Marsh invites you to Legal Network' })
    // Sent again: the earlier link is void, the new one holds.
    await post(ruth, `/api/staff/invitations/${row.id}`, { decision: 'send' })
    expect((await show(tokenIn(first.text))).status).toBe(404)
    expect((await show(tokenIn((await mailTo(email))!.text))).status).toBe(200)
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
    const email = guest()
    const answers = [
      await post(helen, '/api/invitations', named(email)),
      await post(helen, '/api/invitations', named(email.toUpperCase())),
      await post(helen, '/api/invitations', named(cast.executive)),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { data: { state: 'nominated' } }])
    expect(await house.sql('select count(*)::integer from invitations where email = $1', [email])).toEqual([
      { count: 1 },
    ])
  })

  it('is refused for other networks, by those whose membership has ended, and more than 20 times a day', async () => {
    expect(await post(helen, '/api/invitations', named(guest(), { peer_network_id: finance }))).toMatchObject({
      status: 400,
      body: { field: 'peer_network_id' },
    })
    const trial = await house.member(cast.trial)
    expect((await post(trial, '/api/invitations', named(guest()))).status).toBe(403)
    expect((await post(await visitor(), '/api/invitations', named(guest()))).status).toBe(401)
    const priya = await house.member('priya@members.test')
    const statuses = []
    for (let count = 0; count < 21; count++)
      statuses.push((await post(priya, '/api/invitations', named(guest()))).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 400])
  })

  it.each([
    [{ email: 'ada' }, 'email'],
    [{ first_name: '' }, 'first_name'],
    [{ note: 'x'.repeat(1_001) }, 'note'],
    [{ peer_network_id: 'legal' }, 'peer_network_id'],
  ])('with %j is refused beside its field', async (wrong, field) => {
    expect(await post(helen, '/api/invitations', named(guest(), wrong))).toMatchObject({ status: 400, body: { field } })
  })
})

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
  const ask = async (code: string, email: string) =>
    post(await visitor(), '/api/onboarding/trials', { code, email, first_name: 'Ada', last_name: 'Quist' })

  it('opens a dated trial for whoever proves their address, as often as it says', async () => {
    const code = await makeCode()
    expect((await (await visitor()).send('GET', `/api/onboarding/trials/${code}`)).body).toMatchObject({
      data: { days: 30, network: 'Legal Network', theme: 'legal' },
    })
    const [first, second] = [guest(), guest()]
    await ask(code, first)
    await ask(code, second)
    const tokens = [tokenIn((await mailTo(first))!.text), tokenIn((await mailTo(second))!.text)]
    expect((await mailTo(first))!.kind).toBe('trial')
    expect((await show(tokens[0]!)).body).toMatchObject({ data: { trial_days: 30, inviter: null } })
    expect((await post(await visitor(), '/api/onboarding/join', joining(tokens[0]!))).status).toBe(200)
    expect(
      await house.sql(
        `select current_state, trial_end_date between now() + interval '29 days' and now() + interval '31 days' as dated from users where email = $1`,
        [first],
      ),
    ).toEqual([{ current_state: 'trial', dated: true }])
    // The only place is taken.
    expect((await post(await visitor(), '/api/onboarding/join', joining(tokens[1]!))).status).toBe(404)
    expect((await ask(code, guest())).status).toBe(404)
  })

  it('answers alike for who is a member already; only their mail says so', async () => {
    const code = await makeCode({ max_uses: 5 })
    const [known, unknown] = [await ask(code, cast.finance), await ask(code, guest())]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await mailTo(cast.finance)).toMatchObject({ kind: 'has-account' })
  })

  it('does not approve what a member named and staff have not', async () => {
    const [code, email] = [await makeCode({ max_uses: 5 }), guest()]
    await post(helen, '/api/invitations', named(email))
    await ask(code, email)
    expect((await show(tokenIn((await mailTo(email))!.text))).body).toMatchObject({ data: { trial_days: 30 } })
  })

  it('ends when staff end it, and is closed like one that never was', async () => {
    const code = await makeCode()
    const { data } = (await ruth.send('GET', '/api/staff/invitations')).body as {
      data: { trial_codes: { id: number }[] }
    }
    expect((await ruth.send('DELETE', `/api/staff/trial-codes/${data.trial_codes[0]!.id}`)).status).toBe(200)
    const [ended, never] = [
      await (await visitor()).send('GET', `/api/onboarding/trials/${code}`),
      await (await visitor()).send('GET', `/api/onboarding/trials/${'x'.repeat(22)}`),
    ]
    expect([ended.status, ended.body]).toEqual([404, never.body])
    expect(JSON.stringify(await house.sql('select * from trial_codes'))).not.toContain(code)
  })
})

it('has no staff pages for anybody else: each call answers like one that does not exist', async () => {
  const missing = await helen.send('GET', '/api/staff/nothing')
  const [row] = await house.sql<{ id: number }>(`select id from invitations limit 1`)
  for (const who of [helen, samuel, await house.member(cast.newcomer), await visitor()])
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
