/** The file of a member export, read while it is sent. To everyone but the one who asked, it does not exist. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, when, type Viewer } from '#server/platform/graph/sql.ts'
import { idIn } from '#server/platform/http/checked-body.ts'
import { csvFrom, sendCsv } from '#server/platform/files/csv-file.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import { MEMBER_EXPORT_FILES } from '#shared/staff-members.ts'
import { networks } from '#server/features/networks/index.ts'
import { memberDesk } from '#server/features/staff-members/staff-members.access.ts'
import { memberExports } from './member-exports.access.ts'

/** Rows read at once. */
const BATCH = 1_000
const COLUMNS = [
  'ID',
  'Name',
  'Email',
  'Second email',
  'Title',
  'Company',
  'State',
  'Primary network',
  'Networks',
  'Joined',
  'Member until',
  'Last online',
]

interface Export {
  id: number
  peer_network_id: number | null
  account_state: string | null
}
interface Row {
  id: number
  name: string
  email: string
  secondary_email: string | null
  title: string | null
  company: string | null
  account_state: string
  primary_network: string | null
  networks: string | null
  date_joined: Date | null
  full_access_exp_date: Date | null
  last_online_at: Date | null
}

const selectExport = (id: number) => sql`
  select x.id, x.peer_network_id, x.account_state from ${memberExports.own_member_exports} x
  where x.id = ${new Parameter('id', 'bigint', () => id)}`

function selectBatch({ peer_network_id, account_state }: Export, lastId: number) {
  const network = new Parameter('network', 'bigint', () => peer_network_id)
  const state = new Parameter('state', 'text', () => account_state)
  const last = new Parameter('last', 'bigint', () => lastId)
  const most = new Parameter('most', 'integer', () => BATCH)
  return sql`
    select m.id, m.name, m.email, m.secondary_email, m.title, m.company_name as company, m.account_state,
      m.date_joined, m.full_access_exp_date, m.last_online_at, w.primary_network, w.networks
    from ${memberDesk.staff_members} m cross join lateral (
      select max(n.display_name) filter (where s.is_primary) as primary_network,
        string_agg(n.display_name, ', ' order by n.display_name) as networks
      from ${memberDesk.staff_memberships} s join ${networks.peer_networks} n on n.id = s.peer_network_id
      where s.user_id = m.id) w
    where m.id > ${last}
      ${when(account_state !== null, () => sql`and m.account_state = ${state}`)}
      ${when(peer_network_id !== null, () => sql`and exists (select from ${memberDesk.staff_memberships} x where x.user_id = m.id and x.peer_network_id = ${network})`)}
    order by m.id limit ${most}`
}

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? ''
const cellsOf = (row: Row) => [
  row.id,
  row.name,
  row.email,
  row.secondary_email,
  row.title,
  row.company,
  row.account_state.replaceAll('_', ' '),
  row.primary_network,
  row.networks,
  day(row.date_joined),
  day(row.full_access_exp_date),
  day(row.last_online_at),
]

async function* rowsOf(pool: AppContext['pool'], viewer: Viewer, asked: Export) {
  let lastId = 0
  for (;;) {
    const rows = await selectRows<Row & Record<string, unknown>>(pool, selectBatch(asked, lastId), viewer)
    yield rows.map(cellsOf)
    if (rows.length < BATCH) return
    lastId = rows.at(-1)!.id
  }
}

export function registerMemberExports(app: FastifyInstance, { sessions, pool, bus }: AppContext) {
  app.get(`${MEMBER_EXPORT_FILES}/:id`, async (request, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    const [asked] = viewer
      ? await selectRows<Export & Record<string, unknown>>(pool, selectExport(idIn(request)), viewer)
      : []
    if (!viewer || !asked) throw forbidden(notFound())
    await transaction(pool, bus, (tx) =>
      recordStaffAction(tx, viewer.id, { act: 'members.downloaded', itemId: asked.id, itemName: 'Members' }),
    )
    return sendCsv(reply, `members-${asked.id}.csv`, csvFrom(COLUMNS, rowsOf(pool, viewer, asked)))
  })
}
