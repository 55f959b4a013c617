import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { UNUSED, type Replica } from './replica.ts'
import { noteWrites, readFromReplica } from './replica-pools.ts'

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('failed', 1, 'error'), { code })

function open(
  answer: () => Promise<unknown>,
  { isReached = true, unused = new Promise<typeof UNUSED>(() => {}) } = {},
) {
  const [sources, failures]: [string[], string[]] = [[], []]
  const primary = { query: async () => 'primary' } as unknown as pg.Pool
  const replica = {
    unused,
    isReached: async () => isReached,
    fail: () => void failures.push('failed'),
  } as unknown as Replica
  const count = (source: string) => void sources.push(source)
  readFromReplica(primary, { pool: { query: answer } as unknown as pg.Pool, replica, count })
  return { ask: () => primary.query('select 1') as unknown as Promise<string>, sources, failures }
}

describe('a read', () => {
  it('is answered by a replica that has caught up, and else by the primary', async () => {
    const caughtUp = open(async () => 'replica')
    expect([await caughtUp.ask(), caughtUp.sources]).toEqual(['replica', ['replica']])
    const behind = open(async () => 'replica', { isReached: false })
    expect([await behind.ask(), behind.sources]).toEqual(['primary', ['primary']])
  })

  it.each(['57P01', '40001', '42P01', '42703'])(
    'is asked again after %s, which says nothing about the read',
    async (code) => {
      const { ask, failures } = open(async () => Promise.reject(databaseError(code)))
      expect([await ask(), failures]).toEqual(['primary', []])
    },
  )

  it('is asked again after a broken connection, and the replica is away', async () => {
    const { ask, failures } = open(async () => Promise.reject(new Error('Connection terminated')))
    expect([await ask(), failures]).toEqual(['primary', ['failed']])
  })

  it('is asked again when the replica is no longer used, whatever it would have answered', async () => {
    const { ask } = open(() => new Promise(() => {}), { unused: Promise.resolve(UNUSED) })
    expect(await ask()).toBe('primary')
  })

  it('that is wrong is not asked twice', async () => {
    const { ask, sources } = open(async () => Promise.reject(databaseError('22003')))
    await expect(ask()).rejects.toThrow('failed')
    expect(sources).toEqual([])
  })
})

describe('the floor', () => {
  it.each([
    ['select 1', 0],
    ['  SELECT id from users', 0],
    ['insert into likes default values', 1],
    ['with written as (insert into likes default values returning 1) select 1', 1],
    ["select graphile_worker.add_job('a')", 1],
  ])('is asked for anew after “%s”: %i', async (text, times) => {
    let written = 0
    const pool = { query: async () => 'done', connect: async () => ({ release: () => {} }) } as unknown as pg.Pool
    noteWrites(pool, { wrote: () => void (written += 1) } as unknown as Replica)
    await pool.query(text)
    expect(written).toBe(times)
    const client = await pool.connect()
    client.release()
    expect(written).toBe(times + 1)
  })
})
