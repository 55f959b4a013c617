/** How series, their documents and their videos are found: by any of the words, those with all of them first. */
import { hits } from '#server/features/materials/index.ts'
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { join, sql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { allWords, anyWord } from '#server/platform/graph/searched-words.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { learning } from './learning.access.ts'

interface Searched {
  from: Sql
  /** The order without a search. */
  usual: Sql
  /** Words that stand outside the text of `x` itself. */
  inside?: (search: Parameter) => Sql
}

function searched({ args, given }: FieldContext, { from, usual, inside }: Searched) {
  const search = args['search']!
  const isSearch = given(search)
  const found = isSearch ? [sql`(x.words @@ ${anyWord(search)} ${inside ? sql`or ${inside(search)}` : sql``})`] : []
  const rows = sql`select x.* from ${from} where ${join([sql`true`, ...found], ' and ')}`
  return {
    rows,
    order: isSearch
      ? sql`(x.words @@ ${allWords(search)}) desc, ts_rank(x.words, ${anyWord(search)}) desc, ${usual}`
      : usual,
    limit: args['limit'],
    offset: args['offset'],
    cap: MATERIALS_PAGE,
    // Planning takes longer than reading.
    isSteady: true,
    count: sql`select count(*)::integer from (${rows}) c`,
  }
}

/** Also by a part or a speaker. */
export const searchedSeries = (asking: FieldContext) =>
  searched(asking, {
    from: sql`${learning.series} x`,
    usual: sql`x.published_at desc nulls first, x.id desc`,
    inside: (search) => sql`x.id in (
      select v.series_id from ${learning.series_videos} v where v.words @@ ${anyWord(search)})`,
  })

/** Also by what is on a page, for documents that are open. */
export const searchedDocuments = (asking: FieldContext) =>
  searched(asking, {
    from: sql`${learning.series_documents} x`,
    usual: sql`x.series_id desc, x.place, x.id`,
    inside: (search) => sql`(x.can_view and x.file_id in (${hits.files(search)}))`,
  })

/** Also by what is said, in parts that are open. */
export const searchedVideos = (asking: FieldContext) =>
  searched(asking, {
    from: sql`${learning.series_videos} x`,
    usual: sql`x.series_id desc, x.index, x.id`,
    inside: (search) => sql`(x.can_view and x.video_id in (${hits.videos(search)}))`,
  })
