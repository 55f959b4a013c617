/** Statements for managing guides. The kinds differ in their table and the name of one column. */
import { join, sql, trustedSql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { GUIDES, GUIDE_KINDS, type GuideKind } from '#shared/guides.ts'

const TABLES: Record<GuideKind, { table: string; position: string }> = {
  checklist_item: { table: 'onboarding_checklist_items', position: 'default_position_in_list' },
  tour: { table: 'feature_tours', position: 'position_in_list' },
  alert: { table: 'feature_alerts', position: 'position_in_list' },
  topic: { table: 'personalization_items', position: 'position_in_list' },
}
/** The columns of a kind; the steps of a tour have their own table. */
const columnsOf = (kind: GuideKind) =>
  GUIDES[kind].fields.filter((field) => field.kind !== 'steps').map(({ name }) => name)

const partsOf = (kind: GuideKind) => ({
  table: trustedSql(TABLES[kind].table),
  position: trustedSql(TABLES[kind].position),
  columns: columnsOf(kind).map(trustedSql),
})

const each = <T>(make: (kind: GuideKind) => T) =>
  Object.fromEntries(GUIDE_KINDS.map((kind) => [kind, make(kind)])) as Record<GuideKind, T>

export const lockKind = statement(
  'lock-guide-kind',
  { kind: 'text' },
  (p) => sql`select pg_advisory_xact_lock(hashtext('guides ' || ${p.kind}))`,
)

export const insertGuide = each((kind) => {
  const { table, position, columns } = partsOf(kind)
  return statement(
    `insert-guide-${kind}`,
    { key: 'text', values: 'jsonb' },
    (p) => sql`
      insert into ${table} (key, ${position}, ${join(columns, ', ')})
      select ${p.key}, (select coalesce(max(o.${position}), 0) + 1 from ${table} o),
        ${join(
          columns.map((column) => sql`f.${column}`),
          ', ',
        )}
      from jsonb_populate_record(null::${table}, ${p.values}) f returning id`,
  )
})
export const updateGuide = each((kind) => {
  const { table, columns } = partsOf(kind)
  const changes = columns.map((column) => sql`${column} = f.${column}`)
  return statement(
    `update-guide-${kind}`,
    { id: 'bigint', values: 'jsonb' },
    (p) => sql`
      update ${table} t set ${join(changes, ', ')}
      from jsonb_populate_record(null::${table}, ${p.values}) f where t.id = ${p.id}`,
  )
})
export const arrangeGuide = each((kind) => {
  const { table, position } = partsOf(kind)
  return statement(
    `arrange-guides-${kind}`,
    { ids: 'bigint[]' },
    (p) => sql`
      update ${table} t set ${position} = p.place
      from unnest(${p.ids}) with ordinality p(id, place) where t.id = p.id`,
  )
})
export const setGuideEnabled = each((kind) =>
  statement(
    `switch-guide-${kind}`,
    { id: 'bigint', isEnabled: 'boolean' },
    (p) => sql`update ${partsOf(kind).table} set enabled = ${p.isEnabled} where id = ${p.id}`,
  ),
)
export const keepSteps = statement(
  'keep-tour-steps',
  { tourId: 'bigint', steps: 'jsonb' },
  (p) => sql`
    with gone as (delete from feature_tour_items where tour_id = ${p.tourId} and index > jsonb_array_length(${p.steps}))
    insert into feature_tour_items (tour_id, index, selector, description)
    select ${p.tourId}, s.place, s.step ->> 'selector', trim(s.step ->> 'description')
    from jsonb_array_elements(${p.steps}) with ordinality s(step, place)
    on conflict (tour_id, index) do update set selector = excluded.selector, description = excluded.description`,
)
export const networkExists = statement(
  'guide-network-exists',
  { peerNetworkId: 'bigint' },
  (p) => sql`select from peer_networks where id = ${p.peerNetworkId}`,
)
