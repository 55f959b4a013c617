/** Full search of documents: filters combine with AND, the choices within one filter with OR. */
import { materials } from '#server/features/materials/index.ts'
import type { FieldContext, PageRows } from '#server/platform/graph/reads.ts'
import { join, sql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { DOCUMENTS_PAGE } from '#shared/documents.ts'
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
 * many of the words they have anywhere. Pages that the viewer cannot open yet are not searched.
 */
const found = (search: Parameter, docs: Sql) => {
  const terms = sql`(
    select quote_literal(t.lexeme)::tsquery as term, 1 << (t.place - 1)::integer as bit
    from unnest(to_tsvector('words', ${search})) with ordinality t(lexeme, positions, weights, place) where t.place <= ${WORDS})`
  return sql`
    select h.id, length(replace(bit_or(h.bits)::bit(32)::text, '0', '')) as words, count(*) filter (where h.number > 0) as pages,
      coalesce(max(h.words) filter (where h.number = 0), 0) as words_of_title,
      coalesce(max(h.words) filter (where h.number > 0), 0) as words_of_page
    from (
      select w.id, w.number, bit_or(w.bit) as bits, count(*) as words from (
        select d.id, 0 as number, t.bit from ${terms} t join (${docs}) d on d.words @@ t.term
        union all
        select d.id, p.number, t.bit from ${terms} t join ${materials.material_pages} p on p.words @@ t.term
          join ${reachedDocuments.current_files} v on v.file_id = p.file_id join (${docs}) d on d.id = v.document_id and d.can_open) w
      group by w.id, w.number) h
    group by h.id`
}
const listed = (docs: Sql) =>
  sql`select d.id, 0 as words, 0 as pages, 0 as words_of_title, 0 as words_of_page from (${docs}) d`

export function documentSearch(asking: FieldContext): PageRows {
  const { args, given, choice } = asking
  const search = args['search']!
  const docs = sql`select d.* from ${documents.peer_documents} d where ${narrowing(asking)}`
  const isByDate = choice(args['order_by']!) === 'most_recent'
  return {
    matched: given(search) ? found(search, docs) : listed(docs),
    rows: sql`select d.*, m.words as words_found, m.pages, m.words_of_title, m.words_of_page
      from matched m join ${documents.peer_documents} d on d.id = m.id`,
    order: sql`${when(!isByDate, () => sql`words_found desc, words_of_title desc, words_of_page desc, pages desc,`)} date_uploaded desc, id`,
    limit: args['limit'],
    offset: args['offset'],
    cap: DOCUMENTS_PAGE,
    count: sql`select count(*)::integer from matched`,
    values: { num_of_pages: sql`select coalesce(sum(m.pages), 0)::integer from matched m` },
  }
}
