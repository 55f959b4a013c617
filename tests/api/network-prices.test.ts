/** Prices change from a day on; what was invoiced before stays as it was. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  GetManagedNetwork,
  GetMembershipPrice,
  GetStaffActs,
  GetStaffNetworks,
  RemoveNetworkPrice,
  SaveNetworkPrice,
} from '#api/operations.ts'
import { centsOf, isDay } from '#shared/network-prices.ts'
import { demoMembers } from '../demo-members.ts'
import { newStaff } from '../harness/staff.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [ruth, trial] = await testServer.members(demoMembers.staff, demoMembers.trial)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const save = (changed: object = {}) =>
  ruth.op(SaveNetworkPrice, {
    peer_network_id: legal,
    valid_from: day(30),
    price: 160_000,
    price_international: 140_000,
    ...changed,
  })
const paid = async () => (await trial.ask(GetMembershipPrice, {})).membership_price!
const shown = async () => (await ruth.ask(GetManagedNetwork, { id: legal })).managed_network!
/** As if this many days had passed. */
const pass = (days: number) => testServer.sql('update network_prices set valid_from = valid_from - $1::integer', [days])
const before = await paid()
beforeEach(async () => void (await testServer.sql('delete from network_prices')))

describe('SaveNetworkPrice', () => {
  it('holds from its day on, not before, and is announced (STAFF-network-prices)', async () => {
    expect((await save()).code).toBeUndefined()
    const next = before.is_international ? 140_000 : 160_000
    expect(await paid()).toMatchObject({ amount: before.amount, next_amount: next, next_from: day(30) })
    expect((await shown()).prices).toMatchObject([{ price: 160_000, valid_from: day(30), state: 'planned' }])
    await pass(29)
    expect((await paid()).amount).toBe(before.amount)
    await pass(1)
    expect(await paid()).toMatchObject({
      amount: next,
      total: next * before.num_of_seats,
      next_amount: null,
      next_from: null,
    })
    const { network, prices } = await shown()
    expect(network).toMatchObject({
      billing_membership_price: 160_000,
      billing_membership_price_international: 140_000,
    })
    expect(prices).toMatchObject([{ state: 'current' }])
    const desk = (await ruth.ask(GetStaffNetworks, {})).staff_networks.find(({ id }) => id === legal)
    expect(desk!.billing_membership_price).toBe(160_000)
  })

  it('keeps the order of several changes, and replaces one of the same day (STAFF-network-prices)', async () => {
    await save({ valid_from: day(60), price: 170_000 })
    await save({ price: 155_000 })
    await save({ price: 158_000 })
    expect((await shown()).prices.map(({ price }) => price)).toEqual([170_000, 158_000])
    await pass(60)
    expect((await shown()).prices.map(({ state }) => state)).toEqual(['current', 'past'])
    const act = (await ruth.ask(GetStaffActs, { limit: 1 })).staff_acts.items[0]
    expect(act).toMatchObject({ act: 'network.price_planned', before: { price: 155_000 }, after: { price: 158_000 } })
  })

  it('changes no invoice and no subscription (STAFF-network-prices)', async () => {
    const billed = () =>
      testServer.sql(
        `select i.id, i.amount, i.net, i.lines, s.subscription_total from invoices i join subscriptions s on s.id = i.subscription_id order by i.id`,
      )
    const issued = await billed()
    expect(issued.length).toBeGreaterThan(0)
    await save({ valid_from: day(0), price: 1_000_000, price_international: 1_000_000 })
    expect((await paid()).amount).toBe(1_000_000)
    expect(await billed()).toEqual(issued)
  })

  it.each([
    ['a day that has passed', { valid_from: day(-1) }, 'valid_from'],
    ['a day that there is not', { valid_from: '2027-02-30' }, 'valid_from'],
    ['a negative price', { price: -1 }, 'price'],
    ['a price that nobody pays', { price_international: 10_000_001 }, 'price_international'],
  ])('refuses %s at its field', async (_, changed, field) => {
    expect(await save(changed)).toMatchObject({ code: 'networks.price', field })
    expect((await shown()).prices).toEqual([])
  })

  it('is for owners of the network', async () => {
    const owner = await newStaff(testServer, { role: 'owner', network: legal })
    const price = { valid_from: day(5), price: 1, price_international: 1 }
    const give = (who: typeof owner, peer_network_id: number) => who.op(SaveNetworkPrice, { ...price, peer_network_id })
    expect((await give(owner, finance)).code).toBe('staff.not_found')
    expect((await give(trial, legal)).code).toBe('staff.not_found')
    expect((await give(owner, legal)).code).toBeUndefined()
  })
})

describe('RemoveNetworkPrice', () => {
  it('removes a price that does not hold yet, and only such', async () => {
    await save()
    const [planned] = (await shown()).prices
    expect((await trial.op(RemoveNetworkPrice, { id: planned!.id })).code).toBe('staff.not_found')
    const stranger = await newStaff(testServer, { role: 'owner', network: finance })
    expect((await stranger.op(RemoveNetworkPrice, { id: planned!.id })).code).toBe('staff.not_found')
    await pass(30)
    expect((await ruth.op(RemoveNetworkPrice, { id: planned!.id })).code).toBe('networks.price')
    await pass(-1)
    expect((await ruth.ask(RemoveNetworkPrice, { id: planned!.id })).removeNetworkPrice.prices).toEqual([])
    expect((await paid()).next_amount).toBeNull()
  })
})

it('amounts are read as people write them', () => {
  expect(['1,495', '$1495', '1495.5', '0'].map(centsOf)).toEqual([149_500, 149_500, 149_550, 0])
  for (const wrong of ['', 'free', '1.495', '-1', '1e3']) expect(centsOf(wrong)).toBeNaN()
  expect(['2027-01-01', '2027-02-29', '1.1.2027'].map(isDay)).toEqual([true, false, false])
})
