/** Staff write, order and enable the guides that members see. Every action is logged with the previous values. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hiddenFromMembers, requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { sql, Parameter, type Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { GUIDES, GUIDES_OF_KIND, guideProblem, guideValues, type GuideKind } from '#shared/guides.ts'
import { KEY_LENGTH } from '#shared/onboarding.ts'
import { guideAdministration } from './guide-admin.access.ts'
import {
  arrangeGuide,
  insertGuide,
  keepSteps,
  lockKind,
  networkExists,
  setGuideEnabled,
  updateGuide,
} from './guide-admin.sql.ts'

interface Guide {
  id: number
  name: string
  enabled: boolean
  fields: Record<string, unknown>
}
interface Desk {
  pool: pg.Pool
  bus: Bus
}

/** All guides of one kind, locked: changes run one after another, so that positions in the list stay unique. */
async function lockedGuides(tx: Transaction, viewer: Viewer, kind: GuideKind): Promise<Guide[]> {
  await tx.query(lockKind({ kind }))
  return selectRows<Guide>(
    tx,
    sql`select g.id, g.name, g.enabled, g.fields from ${guideAdministration.guides} g
      where g.kind = ${new Parameter('kind', 'text', () => kind)} order by g.position, g.id`,
    viewer,
  )
}

/** The key stays the same when the name changes: members' progress is stored under it. */
function keyOf(name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${words.slice(0, KEY_LENGTH - 7)}-${randomBytes(3).toString('hex')}`.replace(/^-/, '')
}

export interface SaveGuideArgs {
  kind: GuideKind
  id?: number | null
  fields: unknown
}

/** Creates a guide at the end of its list, or changes one. Resolves to its id. */
export async function saveGuide({ pool, bus }: Desk, { viewer, args }: Call<SaveGuideArgs>): Promise<number> {
  requirePermission(viewer, 'content')
  const { kind, id } = args
  const values = guideValues(kind, Object(args.fields) as Record<string, unknown>)
  const wrong = guideProblem(kind, values)
  if (wrong) throw problem('onboarding.guide', wrong)
  return transaction(pool, bus, async (tx) => {
    const known = await lockedGuides(tx, viewer, kind)
    const before = known.find((guide) => guide.id === id)
    if (id && !before) throw hiddenFromMembers('id')
    await requireNetwork(tx, values)
    const saved = before ? before.id : await add(tx, { kind, values, present: known.length })
    if (before) await tx.query(updateGuide[kind]({ id: saved, values: JSON.stringify(values) }))
    if (kind === 'tour') await tx.query(keepSteps({ tourId: saved, steps: JSON.stringify(values['items']) }))
    const itemName = String(values['name'] ?? values['title'])
    await recordStaffAction(tx, viewer.id, {
      act: `${kind}.${before ? 'changed' : 'added'}`,
      itemId: saved,
      itemName,
      ...(before && { before: before.fields }),
      after: values,
    })
    return saved
  })
}

async function requireNetwork(tx: Transaction, { peer_network_id }: Record<string, unknown>) {
  if (peer_network_id === undefined || peer_network_id === null) return
  const { rowCount } = await tx.query(networkExists({ peerNetworkId: peer_network_id as number }))
  if (rowCount === 0) throw problem('onboarding.guide', { message: 'Choose a network.', field: 'peer_network_id' })
}

interface Added {
  kind: GuideKind
  values: Record<string, unknown>
  present: number
}
async function add(tx: Transaction, { kind, values, present }: Added): Promise<number> {
  if (present >= GUIDES_OF_KIND[kind])
    throw problem('onboarding.guides_full', {
      message: `There are already ${present}, which is the limit of ${GUIDES_OF_KIND[kind]}. Edit one that’s turned off instead.`,
    })
  const name = String(values['name'] ?? values['title'])
  const { rows } = await tx.query<{ id: number }>(
    insertGuide[kind]({ key: keyOf(name), values: JSON.stringify(values) }),
  )
  return rows[0]!.id
}

/** Members see an enabled guide at their next visit, and never a disabled one. Idempotent. */
export async function switchGuide(
  { pool, bus }: Desk,
  { viewer, args: { kind, id, enabled } }: Call<{ kind: GuideKind; id: number; enabled: boolean }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  await transaction(pool, bus, async (tx) => {
    const guide = (await lockedGuides(tx, viewer, kind)).find((each) => each.id === id)
    if (!guide) throw hiddenFromMembers('id')
    if (guide.enabled === enabled) return
    await tx.query(setGuideEnabled[kind]({ id, isEnabled: enabled }))
    const act = enabled ? 'switched_on' : 'switched_off'
    await recordStaffAction(tx, viewer.id, { act: `${kind}.${act}`, itemId: id, itemName: guide.name })
  })
  return id
}

/** Takes the complete order, so that two concurrent reorderings do not produce a mix of both. */
export async function arrangeGuides(
  { pool, bus }: Desk,
  { viewer, args: { kind, ids } }: Call<{ kind: GuideKind; ids: number[] }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  return transaction(pool, bus, async (tx) => {
    const before = (await lockedGuides(tx, viewer, kind)).map(({ id }) => id)
    const known = new Set(before)
    if (new Set(ids).size !== ids.length || ids.length !== known.size || ids.some((id) => !known.has(id)))
      throw problem('onboarding.guides_changed', {
        message: 'The list has changed and has been refreshed. Reorder it again.',
        field: 'ids',
      })
    await tx.query(arrangeGuide[kind]({ ids }))
    await recordStaffAction(tx, viewer.id, {
      act: `${kind}.arranged`,
      itemId: null,
      itemName: GUIDES[kind].title,
      before: { ids: before },
      after: { ids },
    })
    return viewer.id
  })
}
