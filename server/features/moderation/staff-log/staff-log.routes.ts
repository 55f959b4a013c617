/** The filtered staff log as a file, for staff who run the system. To others the address does not exist. */
import type { FastifyInstance } from 'fastify'
import { people } from '#server/features/people/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, when, type Viewer } from '#server/platform/graph/sql.ts'
import { csvFrom, sendCsv } from '#server/platform/files/csv-file.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import { STAFF_LOG_FILE } from '#shared/staff-log.ts'
import { mayEverywhere } from '#shared/staff-roles.ts'
import { ACT_FILTERS, actsBy, type ActFilter } from './staff-log.reads.ts'

/** Rows read at once. */
const BATCH = 1_000
const COLUMNS = ['Time', 'Action', 'Item', 'Item ID', 'By', 'By ID', 'Before', 'After', 'Number', 'Hash']

const id = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
const act = (text: string) => (/^[a-z_.]{1,60}$/.test(text) ? text : undefined)
const time = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString())
const READ: Record<ActFilter, { type: string; read: (text: string) => string | number | undefined }> = {
  actor_id: { type: 'bigint', read: id },
  act: { type: 'text', read: act },
  item_id: { type: 'bigint', read: id },
  since: { type: 'timestamptz', read: time },
  until: { type: 'timestamptz', read: time },
}
type Asked = Partial<Record<ActFilter, string | number>>

/** Refuses what cannot be read: a wider file than the one asked for would be worse than none. */
function askedBy(query: Readonly<Record<string, unknown>>): Asked {
  const asked: Asked = {}
  for (const name of ACT_FILTERS.filter((each) => (query[each] ?? '') !== '')) {
    const value = READ[name].read(String(query[name]))
    if (value === undefined)
      throw problem('request.invalid', { message: 'This filter can’t be read.', status: 400, field: name })
    asked[name] = value
  }
  return asked
}

interface Row extends Record<string, unknown> {
  id: number
  at: string
  act: string
  item_name: string
  item_id: number | null
  actor: string | null
  actor_id: number | null
  before: object
  after: object
  place: number
  hash: string
}

const selectBatch = (asked: Asked, last: Row | undefined) => {
  const filters = ACT_FILTERS.filter((name) => asked[name] !== undefined).map(
    (name) => [name, new Parameter(name, READ[name].type, () => asked[name])] as const,
  )
  const [at, lastId] = [
    new Parameter('last.at', 'timestamptz', () => last!.at),
    new Parameter('last.id', 'bigint', () => last!.id),
  ]
  return sql`
    select a.id, a.at::text as at, a.act, a.item_name, a.item_id, u.name as actor, a.actor_id, a.before, a.after, a.place, a.hash
    from (${actsBy(filters)}) a left join ${people.people} u on u.id = a.actor_id
    ${when(last !== undefined, () => sql`where (a.at, a.id) < (${at}, ${lastId})`)}
    order by a.at desc, a.id desc limit ${BATCH}`
}

const cellsOf = (row: Row) => [
  new Date(row.at).toISOString(),
  row.act,
  row.item_name,
  row.item_id,
  row.actor ?? 'System',
  row.actor_id,
  JSON.stringify(row.before),
  JSON.stringify(row.after),
  row.place,
  row.hash,
]

async function* rowsOf(pool: AppContext['pool'], viewer: Viewer, asked: Asked) {
  let last: Row | undefined
  for (;;) {
    const rows: Row[] = await selectRows<Row>(pool, selectBatch(asked, last), viewer)
    yield rows.map(cellsOf)
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

export function registerStaffLogRoutes(app: FastifyInstance, { sessions, pool, bus }: AppContext) {
  app.get<{ Querystring: Record<string, unknown> }>(STAFF_LOG_FILE, async (request, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer || !mayEverywhere(viewer.grants, 'system')) throw notFound()
    const asked = askedBy(request.query)
    await transaction(pool, bus, (tx) =>
      recordStaffAction(tx, viewer.id, { act: 'log.exported', itemId: null, itemName: 'Staff log', after: asked }),
    )
    return sendCsv(reply, 'staff-log.csv', csvFrom(COLUMNS, rowsOf(pool, viewer, asked)))
  })
}
