/** Staff create and edit networks and disciplines. Changes apply to the next request. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { ACCESS_KINDS } from '#shared/network-access.ts'
import {
  disciplineProblem,
  linksIn,
  NETWORK_COLUMNS,
  networkProblem,
  networkValues,
  slugProblem,
  type NetworkValues,
} from '#shared/network-fields.ts'
import type { ThemeName } from '#shared/networks.ts'
import {
  insertNetwork,
  lockDiscipline,
  lockNetwork,
  openToItself,
  selectDiscipline,
  selectLogo,
  updateNetwork,
  upsertDiscipline,
} from './desk.sql.ts'
import { requireLegibleLogo } from './legible-logo.ts'

export interface Desk {
  pool: pg.Pool
  bus: Bus
  blobs: Blobs
  /** Sessions contain the theme, the favicon and the support address of their member's network. */
  forget: () => void
}

interface SaveArgs {
  id?: number | null
  slug?: string | null
  network: NetworkValues
}

const refuse = (field: string, message: string) => problem('networks.field', { message, field })

/** Changes a network, or creates one with its mailing list and access to itself. Resolves to its id. */
export async function saveNetwork(desk: Desk, { viewer, args }: Call<SaveArgs>): Promise<number> {
  requirePermission(viewer, 'networks', args.id ? { networks: [args.id] } : undefined)
  const values = networkValues(args.network)
  const fault = networkProblem(values)
  if (fault) throw refuse(fault.field, fault.message)
  const saved = await transaction(desk.pool, desk.bus, async (tx) => {
    const { rowCount } = await tx.query(selectDiscipline({ id: values['discipline_id'] as number }))
    if (rowCount === 0) throw refuse('discipline_id', 'Choose a discipline.')
    return args.id ? change(desk, tx, { id: args.id, values, actorId: viewer.id }) : add(tx, args, values, viewer.id)
  })
  desk.forget()
  return saved
}

async function change(
  { blobs }: Desk,
  tx: Transaction,
  { id, values, actorId }: { id: number; values: NetworkValues; actorId: number },
): Promise<number> {
  const { rows } = await tx.query<{ row: NetworkValues }>(lockNetwork({ id }))
  if (!rows[0]) throw hiddenFromMembers('id')
  const before = rows[0].row
  const changed = NETWORK_COLUMNS.filter((column) => JSON.stringify(before[column]) !== JSON.stringify(values[column]))
  if (changed.length === 0) return id
  if (changed.includes('theme')) await requireLegibleOn(tx, blobs, id, values['theme'] as ThemeName)
  await tx.query(updateNetwork({ id, values: JSON.stringify(values) }))
  const partOf = (row: NetworkValues) => Object.fromEntries(changed.map((column) => [column, row[column]]))
  await recordStaffAction(tx, actorId, {
    act: 'network.changed',
    itemId: id,
    itemName: String(values['display_name']),
    before: partOf(before),
    after: partOf(values),
  })
  return id
}

/** A logo that was legible in the colors before may not be in these. */
async function requireLegibleOn(tx: Transaction, blobs: Blobs, id: number, theme: ThemeName) {
  const { rows } = await tx.query<{ storage_key: string }>(selectLogo({ id }))
  if (rows[0]) await requireLegibleLogo(await blobs.open(rows[0].storage_key), theme, 'theme')
}

async function add(tx: Transaction, args: SaveArgs, values: NetworkValues, actorId: number): Promise<number> {
  const slug = args.slug?.trim().toLowerCase() ?? ''
  const wrong = slugProblem(slug)
  if (wrong) throw refuse('slug', wrong)
  const { rows } = await tx.query<{ id: number }>(insertNetwork({ slug, values: JSON.stringify(values) }))
  if (!rows[0]) throw refuse('slug', 'Another network has this address. Choose a different one.')
  const { id } = rows[0]
  await tx.query(openToItself({ id, kinds: [...ACCESS_KINDS] }))
  await recordStaffAction(tx, actorId, {
    act: 'network.added',
    itemId: id,
    itemName: String(values['display_name']),
    after: { slug, ...values },
  })
  return id
}

interface DisciplineArgs {
  type: string
  name: string
  team_name: string
  links: string
}

/** Changes the discipline of this type, or creates it. */
export async function saveDiscipline({ pool, bus }: Desk, { viewer, args }: Call<DisciplineArgs>): Promise<number> {
  requirePermission(viewer, 'networks')
  const after = { name: args.name.trim(), team_name: args.team_name.trim(), links: linksIn(args.links) }
  const fault = disciplineProblem(after)
  if (fault) throw refuse(fault.field, fault.message)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ id: number; name: string; team_name: string; links: unknown }>(
      lockDiscipline({ type: args.type }),
    )
    const { name, team_name: teamName } = after
    const saved = await tx.query<{ id: number }>(
      upsertDiscipline({ type: args.type, name, teamName, links: JSON.stringify(after.links) }),
    )
    const { id } = saved.rows[0]!
    const { id: _, ...before } = rows[0] ?? {}
    await recordStaffAction(tx, viewer.id, {
      act: rows[0] ? 'discipline.changed' : 'discipline.added',
      itemId: id,
      itemName: after.name,
      before,
      after,
    })
    return id
  })
}
