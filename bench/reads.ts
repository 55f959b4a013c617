/** npm run bench -- reads: every query in each shape, for a member and for staff, on two sizes; fails on growth. */
import { findViewers, isCheck, LARGE, openLarge, print, reachOfStaff, round, type LargeSize } from './kit.ts'
import { readCosts, type ReadCost } from './read-costs.ts'
import { exceptionOf } from './read-exceptions.ts'

const SIZES: Record<'small' | 'large', LargeSize> = {
  small: { members: 2_000, threads: 600, messages: 6_000 },
  large: isCheck ? { members: 4_000, threads: 3_000, messages: 30_000 } : LARGE,
}
const MAX_MS = 25
const MAX_GROWTH = 1.5
/** Growth below this many pages is noise: an index one level deeper, a list that the small set does not fill. */
const FREE_BUFFERS = isCheck ? 200 : 400

/** `--only=thread,threads`: these operations. */
const only = process.argv.flatMap((word) => /^--only=(.+)/.exec(word)?.[1]?.split(',') ?? [])
const ROLES = ['member', 'staff'] as const

const [small, large] = isCheck
  ? await Promise.all([measure(SIZES.small), measure(SIZES.large)])
  : [await measure(SIZES.small), await measure(SIZES.large)]
const rows = [...large].map(([key, cost]) => ({ key, ...cost, small: small.get(key)! }))
const isSlow = ({ ms }: ReadCost) => ms > MAX_MS
/** A page that the small set does not fill may cost as much more as it is longer. */
const longer = ({ kb, small: before }: (typeof rows)[number]) => Math.max(1, (kb + 1) / (before.kb + 1))
const hasGrown = (row: (typeof rows)[number]) =>
  row.buffers > row.small.buffers * MAX_GROWTH * longer(row) + FREE_BUFFERS
const beyond = rows.filter((row) => isSlow(row) || hasGrown(row)).sort((a, b) => b.buffers - a.buffers)
const excepted = beyond.filter(({ operation, variables }) => exceptionOf(operation, variables))
const failed = beyond.filter((row) => !excepted.includes(row))
const lineOf = ({ key, variables, ms, buffers, kb, rows: seen, small: before }: (typeof rows)[number]) =>
  [
    key.split(' ').slice(0, 2).join(' '),
    JSON.stringify(variables),
    ...(isCheck ? [] : [`${round(ms, 1)} ms`]),
    `${before.buffers} → ${buffers} pages, ${round(before.rows, 0)} → ${round(seen, 0)} rows, ${before.kb} → ${kb} KB`,
  ].join('  ')
print('reads', {
  sizes: SIZES,
  shapes: rows.length,
  must: {
    ...(!isCheck && { milliseconds: `<= ${MAX_MS}` }),
    growth_of_pages_read: `<= ${MAX_GROWTH} for the same length of answer, and ${FREE_BUFFERS} pages`,
  },
  excepted: Object.fromEntries(excepted.map((row) => [lineOf(row), exceptionOf(row.operation, row.variables)])),
  beyond: failed.map(lineOf),
})
if (failed.length > 0) process.exitCode = 1

/** The cost of each shape of each operation, for each role. */
async function measure(size: LargeSize): Promise<Map<string, ReadCost>> {
  const { database } = await openLarge(size)
  try {
    // Without statistics an index on an expression is not used; a migration may just have made one.
    const client = await database.write.connect()
    await client.query('set statement_timeout = 0; analyze')
    client.release(true)
    const viewers = { member: (await findViewers(database.hot)).three, staff: await reachOfStaff(database.hot) }
    const costs = new Map<string, ReadCost>()
    for (const role of ROLES)
      for (const [key, cost] of await readCosts(database, {
        viewer: viewers[role],
        only,
        isTimed: !isCheck,
        arePaired: !isCheck,
      }))
        costs.set(`${role} ${key}`, cost)
    return costs
  } finally {
    await database.close()
  }
}
