/** Full search of documents: filters combine with AND, the choices within one filter with OR. */
import { materials } from '#server/features/materials/index.ts'
import type { FieldContext, PageRows } from '#server/platform/graph/reads.ts'
import { join, sql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { DOCUMENTS_PAGE, DOCUMENTS_WEIGHED } from '#shared/documents.ts'
import { documents, reachedDocuments } from './documents.access.ts'

/** Each word is a bit of an integer. */
const WORDS = 30

const narrowing = ({ args, given, chosen }: FieldContext): Sql => {
  const geographies = args['geographies']!
  const tagged = (relation: Sql) => sql`exists (select from ${relation})`
  const filters = [
    given(args['objectID']!) && sql`d.id = ${args['objectID']!}`,
    chosen(args['featured']!) && sql`d.is_featured`,
    given(args['types']!) && sql`d.type = any(${args['types']!})`,
    given(args['uploaded_from']!) && sql`d.date_uploaded >= ${args['uploaded_from']!}`,
    given(args['uploaded_until']!) && sql`d.date_uploaded <= ${args['uploaded_until']!}`,
    given(args['areas_of_expertise']!) &&
      tagged(
        sql`${reachedDocuments.document_areas} a where a.document_id = d.id and a.area_of_expertise_id = any(${args['areas_of_expertise']!})`,
      ),
    given(geographies) &&
      tagged(
        sql`${reachedDocuments.document_geographies} g where g.document_id = d.id and g.geography_id = any(${geographies})`,
      ),
  ]
  return join([sql`true`, ...filters.filter((filter) => filter !== false)], ' and ')
}

/**
 * Each word is looked up alone, so that the index answers without reading texts; then documents are counted by how
 * many of the words they have anywhere. Pages that the viewer cannot open yet are not searched. The pages of the best
 * are read, to order those with many words on one page before the others; but not for a single word that many documents
 * have: on how many pages it stands says little.
 */
const found = (search: Parameter, docs: Sql) => {
  const terms = sql`(
    select quote_literal(t.lexeme)::tsquery as term, 1 << (t.place - 1)::integer as bit
    from unnest(to_tsvector('words', ${search})) with ordinality t(lexeme, positions, weights, place) where t.place <= ${WORDS})`
  const candidates = sql`
    select h.id, h.date_uploaded, h.current_version_id, bit_count(bit_or(h.bit)::bit(32)) as words_found,
      count(*) filter (where h.is_title) as words_of_title, not bool_and(h.is_title) as has_pages
    from (
      select d.id, d.date_uploaded, d.current_version_id, t.bit, true as is_title from ${terms} t join (${docs}) d on d.words @@ t.term
      union all
      select d.id, d.date_uploaded, d.current_version_id, t.bit, false from ${terms} t
        join (${docs}) d on d.words_of_pages @@ t.term and d.can_open) h
    group by h.id, h.date_uploaded, h.current_version_id`
  const pages = sql`
    select p.number, count(*) as words
    from (select p.* from ${reachedDocuments.version_files} v join ${materials.material_pages} p on p.file_id = v.file_id
      where v.id = c.current_version_id offset 0) p
    join ${terms} t on p.words @@ t.term group by p.number`
  // `offset 0`: what was counted on the pages of a document is used twice, and would be counted twice.
  return sql`
    select c.id, c.date_uploaded, c.words_found, c.words_of_title, coalesce(c.counted[1], 0) as pages, coalesce(c.counted[2], 0) as words_of_page
    from (
      select c.*, case when c.has_pages and c.place <= ${DOCUMENTS_WEIGHED} and (c.total <= ${DOCUMENTS_WEIGHED} or c.most_found > 1)
        then (select array[count(*), max(w.words)] from (${pages}) w) end as counted
      from (
        select c.*, count(*) over () as total, max(c.words_found) over () as most_found,
          row_number() over (order by c.words_found desc, c.words_of_title desc, c.date_uploaded desc, c.id) as place
        from (${candidates}) c) c offset 0) c`
}

/** Counts, orders and cuts by the index of published documents; only those that are shown are read. */
export function documentSearch(asking: FieldContext): PageRows {
  const { args, given, choice } = asking
  const search = args['search']!
  const docs = sql`select d.* from ${documents.peer_documents} d where ${narrowing(asking)}`
  const isSearch = given(search)
  const rows = isSearch ? sql`select m.* from matched m` : sql`select d.id, d.date_uploaded from (${docs}) d`
  const relevance = when(
    isSearch && choice(args['order_by']!) !== 'most_recent',
    () => sql`words_found desc, words_of_title desc, words_of_page desc, pages desc,`,
  )
  const order = sql`${relevance} date_uploaded desc, id`
  return {
    ...(isSearch && { matched: found(search, docs) }),
    rows,
    order,
    limit: args['limit'],
    offset: args['offset'],
    cap: DOCUMENTS_PAGE,
    // Planning takes longer than reading.
    isSteady: true,
    widen: (cut) => sql`
      select d.* from (select n.id, row_number() over () as place from (${cut}) n) n
      join ${documents.peer_documents} d on d.id = n.id order by n.place`,
    count: isSearch ? sql`select count(*)::integer from matched` : sql`select count(*)::integer from (${rows}) c`,
    values: {
      num_of_pages: isSearch
        ? sql`select (case when count(*) <= ${DOCUMENTS_WEIGHED} then coalesce(sum(m.pages), 0) else 0 end)::integer from matched m`
        : sql`select 0`,
    },
  }
}
