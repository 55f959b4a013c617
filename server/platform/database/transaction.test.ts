import type pg from 'pg'
import { expect, it, vi } from 'vitest'
import type { Bus, Signal } from '#server/platform/signals/bus.ts'
import { executeAnnounced, transaction } from './transaction.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
const bus = () => ({ inTransaction: false, publish: vi.fn(() => Promise.resolve()) }) as unknown as Bus
const signalOf = (id: number): Signal => ({ signal: 'tested', channels: [], users: [], data: { id } })
const queryOf = () => ({ name: 'tested', text: 'select', values: [] })

it('does a statement again after a deadlock, and announces once, with its id', async () => {
  const query = vi
    .fn()
    .mockRejectedValueOnce(deadlock)
    .mockResolvedValue({ rows: [{ id: 7 }] })
  const told = bus()
  expect(await executeAnnounced({ query } as unknown as pg.Pool, told, queryOf, signalOf)).toEqual([{ id: 7 }])
  expect(query).toHaveBeenCalledTimes(2)
  expect(vi.mocked(told.publish).mock.calls).toEqual([[signalOf(7)]])
})

it('announces nothing of a statement that did nothing', async () => {
  const told = bus()
  const pool = { query: () => Promise.resolve({ rows: [] }) } as unknown as pg.Pool
  expect(await executeAnnounced(pool, told, queryOf, signalOf)).toEqual([])
  expect(told.publish).not.toHaveBeenCalled()
})

it('begins a transaction anew after a deadlock, and not for ever', async () => {
  const said: string[] = []
  const client = { query: (text: string) => Promise.resolve(void said.push(text)), release() {} }
  const pool = { connect: () => Promise.resolve(client) } as unknown as pg.Pool
  const work = vi.fn().mockRejectedValueOnce(deadlock).mockResolvedValueOnce('done').mockRejectedValue(deadlock)
  expect(await transaction(pool, bus(), work)).toBe('done')
  expect(said).toEqual(['begin', 'rollback', 'begin', 'commit'])
  await expect(transaction(pool, bus(), work)).rejects.toBe(deadlock)
  expect(work).toHaveBeenCalledTimes(6)
})
