/** Staff create teams, invite people to them, and choose who pays. */
import { describe, expect, it } from 'vitest'
import {
  AddTeamMember,
  GetMembership,
  GetMembershipPrice,
  GetStaffActs,
  GetStaffNetworks,
  GetStaffTeam,
  GetStaffTeams,
  InviteToTeam,
  Onboarding,
  RemoveTeamMember,
  SaveTeam,
  SetTeamBillingAdmin,
  StartCheckout,
  SyncUserBillingData,
} from '#api/operations.ts'
import { makeBilling, membershipJobs } from '#server/features/membership/index.ts'
import { postgresBus } from '#server/platform/signals/bus.ts'
import { GRACE_DAYS } from '#shared/membership.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { begin, newEmail, mailTo, tokenIn, newVisitor } from '../harness/visitors.ts'
import { startTestServer } from '../harness/test-server.ts'
import {
  checkoutOf,
  fresh,
  advanceDays,
  payCheckout,
  insertMember,
  insertPaidMember,
  runMembershipJobs,
} from '../harness/membership.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal, finance } = await networkIds(testServer)
const [ruth, helen] = await testServer.members(demoMembers.staff, demoMembers.member)
const PRICE = (
  await testServer.sql<{ cents: number }>('select billing_membership_price as cents from peer_networks where id = $1', [
    legal,
  ])
)[0]!.cents

const make = async (more: object = {}) =>
  (await ruth.ask(SaveTeam, { name: 'Ostrander Steel', peer_network_id: legal, seats: 3, ...more })).saveTeam
const teamOf = async (id: number) => (await ruth.ask(GetStaffTeam, { id })).staff_team!
const emailOf = async ({ id }: Client) =>
  (await testServer.sql<{ email: string }>('select email from users where id = $1', [id]))[0]!.email
const add = async (team_id: number, client: Client) => ruth.op(AddTeamMember, { team_id, email: await emailOf(client) })
const newMember = () => insertMember(testServer, { state: 'full access', isComplete: true })
const lastAct = async () => (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]!

async function invited(team_id: number) {
  const email = newEmail()
  const answer = await ruth.op(InviteToTeam, { team_id, email, first_name: 'Ada', last_name: 'Quist' })
  return { email, answer, text: (await mailTo(testServer, email))?.text ?? '' }
}
async function join(text: string): Promise<Client> {
  const client = await newVisitor(testServer)
  await begin(client, tokenIn(text))
  return client
}

it('takes nobody from a page where they could still pay for a team that is left empty', async () => {
  const { id } = await make()
  const [alone, quick] = [await newMember(), await newMember()]
  const { url } = await checkoutOf(alone)
  expect((await add(id, alone)).code).toBeUndefined()
  expect((await payCheckout(alone, url, 'success')).body).toMatchObject({ code: expect.any(String) as string })
  const begun = await checkoutOf(quick)
  await payCheckout(quick, begun.url, 'success')
  // Paid at the provider, but not yet synced here.
  expect((await add(id, quick)).code).toBe('membership.pays_alone')
})

it('asks the provider again for the price when the seats change while it is asked', async () => {
  const payer = await insertPaidMember(testServer)
  const [team] = await testServer.sql<{ id: number }>('select team_id as id from team_memberships where user_id = $1', [
    payer.id,
  ])
  const seats = (n: number) => testServer.sql('update teams set seats = $2 where id = $1', [team!.id, n])
  const bus = await postgresBus(testServer.database.connect, testServer.database.write)
  const billing = makeBilling(testServer.config, {
    pool: testServer.database.write,
    bus,
    secret: 'a secret of the test',
    publicUrl: testServer.url,
    supportEmail: () => 'support@peers.test',
    forget: () => {},
  })
  const asked: number[] = []
  const provider = {
    ...billing.provider,
    reprice: async (ref: string, price: { seats: number; unitAmount: number }) => {
      asked.push(price.seats)
      if (asked.length === 1) await seats(5)
      await billing.provider.reprice(ref, price)
    },
  }
  await seats(6)
  const job = membershipJobs({ ...billing, provider })['membership:reprice-team']!
  await job({ pool: billing.pool, bus }, { team_id: team!.id } as never)
  expect(asked).toEqual([6, 5])
  await bus.close()
})

describe('a team', () => {
  it('takes a name that was cut in the middle of a sign', async () => {
    expect((await make({ name: 'Halfway \ud83d' })).name).toBe('Halfway \ufffd')
  })

  it('is made, found, changed, and all of it is on record', async () => {
    const made = await make({ name: '  Quillhaven\u2028Steel ' })
    expect(made).toMatchObject({ name: 'Quillhaven Steel', seats: 3, num_of_members: 0, state: null, members: [] })
    await ruth.ask(SaveTeam, { id: made.id, name: 'Quillhaven', peer_network_id: finance, seats: 4 })
    expect(await teamOf(made.id)).toMatchObject({ name: 'Quillhaven', seats: 4, peer_network: { id: finance } })
    const { count, items } = (await ruth.ask(GetStaffTeams, { search: 'QUILLHAV' })).staff_teams
    expect([count, items[0]!.id]).toEqual([1, made.id])
    expect(await lastAct()).toMatchObject({
      act: 'team.changed',
      item_id: made.id,
      before: { name: 'Quillhaven Steel', seats: 3 },
      after: { name: 'Quillhaven', seats: 4 },
    })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ seats: 0 }, 'seats'],
    [{ seats: 201 }, 'seats'],
    [{ peer_network_id: 4_000_000_000 }, 'peer_network_id'],
  ])('is refused with %j', async (more, field) => {
    const answer = await ruth.op(SaveTeam, { name: 'Ostrander', peer_network_id: legal, seats: 3, ...more })
    expect(answer).toMatchObject({ field })
    expect(answer.code).toMatch(/^membership\.team_/)
  })

  it('does not exist for members', async () => {
    const { id } = await make()
    expect((await helen.ask(GetStaffTeams, {})).staff_teams).toEqual({ count: 0, items: [] })
    expect((await helen.ask(GetStaffTeam, { id })).staff_team).toBeNull()
    const nothing = { code: 'staff.not_found' }
    expect(await helen.op(SaveTeam, { id, name: 'Mine', peer_network_id: legal, seats: 3 })).toMatchObject(nothing)
    expect(await helen.op(AddTeamMember, { team_id: id, email: demoMembers.member })).toMatchObject(nothing)
    expect(await helen.op(SetTeamBillingAdmin, { team_id: id, user_id: helen.id })).toMatchObject(nothing)
    expect((await teamOf(id)).members).toEqual([])
  })
})

describe('a member with an account', () => {
  it('comes in, the first pays for every seat, and the others stand as the team stands', async () => {
    const { id } = await make()
    const [payer, colleague] = [await newMember(), await newMember()]
    await add(id, payer)
    await add(id, colleague)
    expect((await teamOf(id)).members.map(({ user, is_billing_admin }) => [user.id, is_billing_admin])).toEqual([
      [payer.id, true],
      [colleague.id, false],
    ])
    expect((await payer.ask(GetMembershipPrice, {})).membership_price).toMatchObject({
      num_of_seats: 3,
      total: PRICE * 3,
      is_payer: true,
    })
    expect((await colleague.ask(GetMembershipPrice, {})).membership_price).toMatchObject({
      is_payer: false,
      payer_name: 'Nora Quill',
    })
    const refused = await colleague.op(StartCheckout, { return_path: '/', idempotency_key: newKey() })
    expect(refused.code).toBe('membership.not_billing_admin')
    await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
    await payer.ask(SyncUserBillingData, {})
    for (const member of [payer, colleague])
      expect((await (await fresh(testServer, member)).ask(GetMembership, {})).viewer.has_active_subscription).toBe(true)
    const { state, invoices, subscriptions } = await teamOf(id)
    expect([state, invoices[0]!.amount, subscriptions[0]!.subscription_total]).toEqual(['active', PRICE * 3, PRICE * 3])
  })

  it('is not taken out of what they pay for or out of another team, and not added where nobody has the address', async () => {
    const { id } = await make()
    const paying = await insertPaidMember(testServer)
    expect((await add(id, paying)).code).toBe('membership.pays_alone')
    const { id: other } = await make({ name: 'Another' })
    const [one, two] = [await newMember(), await newMember()]
    await add(other, one)
    await add(other, two)
    expect(await add(id, two)).toMatchObject({ code: 'membership.in_another_team', field: 'email' })
    expect((await ruth.op(AddTeamMember, { team_id: id, email: 'nobody@ostrander.test' })).code).toBe(
      'membership.no_such_member',
    )
    const unclear = { team_id: id, email: 'not an address', first_name: 'Ada', last_name: 'Quist' }
    expect(await ruth.op(InviteToTeam, unclear)).toMatchObject({
      status: 200,
      code: 'accounts.form_invalid',
      field: 'email',
    })
    expect((await ruth.ask(GetStaffNetworks, {})).staff_networks.map((network) => network.id)).toContain(legal)
    expect((await helen.ask(GetStaffNetworks, {})).staff_networks).toEqual([])
  })

  it('finds no seat when all are taken, also when two come at once', async () => {
    const { id } = await make({ seats: 1 })
    const both = await Promise.all([add(id, await newMember()), add(id, await newMember())])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['membership.team_full', undefined])
    expect((await teamOf(id)).num_of_members).toBe(1)
    expect((await ruth.op(SaveTeam, { id, name: 'x', peer_network_id: legal, seats: 1 })).code).toBeUndefined()
  })

  it('who leaves keeps the days of grace, then has to pay', async () => {
    const { id } = await make()
    const [payer, colleague] = [await newMember(), await newMember()]
    await add(id, payer)
    await add(id, colleague)
    await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
    await payer.ask(SyncUserBillingData, {})
    expect((await ruth.op(RemoveTeamMember, { team_id: id, user_id: payer.id })).code).toBe(
      'membership.is_billing_admin',
    )
    for (const _twice of [1, 2]) await ruth.ask(RemoveTeamMember, { team_id: id, user_id: colleague.id })
    const standing = async () => (await (await fresh(testServer, colleague)).ask(GetMembership, {})).viewer.standing
    expect(await standing()).toBe('full')
    await advanceDays(testServer, colleague.id, GRACE_DAYS + 1)
    await runMembershipJobs(testServer)
    expect(await standing()).toBe('expired')
    expect((await colleague.ask(GetMembershipPrice, {})).membership_price).toMatchObject({
      num_of_seats: 1,
      is_payer: true,
    })
  })

  it('named the new billing admin sees what is paid, and the former one does not', async () => {
    const { id } = await make()
    const [payer, colleague] = [await newMember(), await newMember()]
    await add(id, payer)
    await add(id, colleague)
    await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
    await payer.ask(SyncUserBillingData, {})
    await ruth.ask(SetTeamBillingAdmin, { team_id: id, user_id: colleague.id })
    const invoices = async (client: Client) =>
      (await client.ask(GetMembership, {})).viewer.team_membership!.team.invoices.length
    expect([await invoices(payer), await invoices(colleague)]).toEqual([0, 1])
    expect(await lastAct()).toMatchObject({ act: 'team.billing_admin_named', after: { user_id: colleague.id } })
  })
})

describe('seats', () => {
  it('change what the next renewal asks for, and nothing before it', async () => {
    const { id } = await make({ seats: 2 })
    const payer = await newMember()
    await add(id, payer)
    await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
    await payer.ask(SyncUserBillingData, {})
    await ruth.ask(SaveTeam, { id, name: 'Ostrander', peer_network_id: legal, seats: 5 })
    await testServer.runJobs()
    const charged = async () => (await teamOf(id)).invoices.map(({ amount }) => amount).toSorted((a, b) => a - b)
    expect((await teamOf(id)).subscriptions[0]!.subscription_total).toBe(PRICE * 5)
    expect(await charged()).toEqual([PRICE * 2])
    await advanceDays(testServer, payer.id, 366)
    await runMembershipJobs(testServer)
    await testServer.runJobs()
    expect(await charged()).toEqual([PRICE * 2, PRICE * 5])
  })

  it('are not fewer than what is taken', async () => {
    const { id } = await make({ seats: 2 })
    await add(id, await newMember())
    await invited(id)
    const fewer = await ruth.op(SaveTeam, { id, name: 'Ostrander', peer_network_id: legal, seats: 1 })
    expect(fewer).toMatchObject({ code: 'membership.team_seats', field: 'seats' })
  })
})

describe('an invitation into a team', () => {
  it('names the team, keeps a seat, and brings whoever accepts into it without a payment of their own', async () => {
    const { id } = await make({ seats: 2 })
    const payer = await newMember()
    await add(id, payer)
    await payCheckout(payer, (await checkoutOf(payer)).url, 'success')
    await payer.ask(SyncUserBillingData, {})
    const { text, email } = await invited(id)
    expect(text).toContain('Ostrander Steel is paying for your membership')
    expect((await teamOf(id)).invitations.map((each) => each.email)).toEqual([email])
    expect((await add(id, await newMember())).code).toBe('membership.team_full')
    const guest = await join(text)
    const { onboarding_steps } = (await guest.ask(Onboarding, {})).viewer
    expect(onboarding_steps.find(({ step }) => step === 'payment')!.done).toBe(true)
    expect(await teamOf(id)).toMatchObject({ num_of_members: 2, num_of_invited: 0, invitations: [] })
  })

  it('makes the first who comes the one who pays', async () => {
    const { id } = await make()
    const guest = await join((await invited(id)).text)
    expect((await teamOf(id)).members).toMatchObject([{ is_billing_admin: true, user: { id: guest.id } }])
    expect((await guest.ask(GetMembershipPrice, {})).membership_price!.num_of_seats).toBe(3)
    const second = await join((await invited(id)).text)
    expect((await second.ask(GetMembershipPrice, {})).membership_price).toMatchObject({
      is_payer: false,
      payer_name: 'Ada Quist',
    })
  })

  it('is sent anew, with the seat counted once; an address with an account is added instead', async () => {
    const { id } = await make({ seats: 1 })
    const { email } = await invited(id)
    const again = await ruth.op(InviteToTeam, { team_id: id, email, first_name: 'Ada', last_name: 'Quist' })
    expect([again.code, (await teamOf(id)).num_of_invited]).toEqual([undefined, 1])
    expect((await invited(id)).answer.code).toBe('membership.team_full')
    const { id: other } = await make()
    const known = await ruth.op(InviteToTeam, {
      team_id: other,
      email: demoMembers.member,
      first_name: 'x',
      last_name: 'y',
    })
    expect(known).toMatchObject({ code: 'accounts.has_account', field: 'email' })
  })
})
