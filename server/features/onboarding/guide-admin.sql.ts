/** Statements for managing guides. The kinds differ in their table and the name of one column. */
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

const each = <T>(make: (kind: GuideKind) => T) =>
  Object.fromEntries(GUIDE_KINDS.map((kind) => [kind, make(kind)])) as Record<GuideKind, T>

export const lockKind = { name: 'lock-guide-kind', text: `select pg_advisory_xact_lock(hashtext('guides ' || $1))` }

export const insertGuide = each((kind) => ({
  name: `insert-guide-${kind}`,
  text: `insert into ${TABLES[kind].table} (key, ${TABLES[kind].position}, ${columnsOf(kind).join(', ')})
    select $1, (select coalesce(max(o.${TABLES[kind].position}), 0) + 1 from ${TABLES[kind].table} o),
      ${columnsOf(kind)
        .map((column) => `f.${column}`)
        .join(', ')}
    from jsonb_populate_record(null::${TABLES[kind].table}, $2::jsonb) f returning id`,
}))
export const updateGuide = each((kind) => ({
  name: `update-guide-${kind}`,
  text: `update ${TABLES[kind].table} t set ${columnsOf(kind)
    .map((column) => `${column} = f.${column}`)
    .join(', ')}
    from jsonb_populate_record(null::${TABLES[kind].table}, $2::jsonb) f where t.id = $1`,
}))
export const arrangeGuide = each((kind) => ({
  name: `arrange-guides-${kind}`,
  text: `update ${TABLES[kind].table} t set ${TABLES[kind].position} = p.place
    from unnest($1::bigint[]) with ordinality p(id, place) where t.id = p.id`,
}))
export const setGuideEnabled = each((kind) => ({
  name: `switch-guide-${kind}`,
  text: `update ${TABLES[kind].table} set enabled = $2 where id = $1`,
}))
export const keepSteps = {
  name: 'keep-tour-steps',
  text: `with gone as (delete from feature_tour_items where tour_id = $1 and index > jsonb_array_length($2::jsonb))
    insert into feature_tour_items (tour_id, index, selector, description)
    select $1, s.place, s.step ->> 'selector', trim(s.step ->> 'description')
    from jsonb_array_elements($2::jsonb) with ordinality s(step, place)
    on conflict (tour_id, index) do update set selector = excluded.selector, description = excluded.description`,
}
export const networkExists = { name: 'guide-network-exists', text: 'select from peer_networks where id = $1' }
