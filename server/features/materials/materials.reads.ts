import { HEADLINE } from '#server/platform/graph/headline.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { allWords, anyWord, lexemes } from '#server/platform/graph/searched-words.ts'
import { CHAPTERS, CUE_HITS, CUES, MATERIAL_PATHS, PAGE_HITS } from '#shared/materials.ts'
import { materials, ownMaterials } from './materials.access.ts'

const pathOf = trustedSql(
  `case d.kind ${Object.entries(MATERIAL_PATHS)
    .map(([kind, path]) => `when '${kind}' then '${path}'`)
    .join(' ')} end`,
)

// `offset 0`: the rows of one file or video are compared. The index of words would find those of all, for each row again.
/** The pages of a file on which words of the search stand, best first; `fileId` is null where it may not be opened. */
const pages = (fileId: (row: Sql) => Sql) =>
  many((row, { args, given }) => {
    const search = args['search']!
    return {
      rows: sql`
        select p.number, p.label, excerpt_around(p.content, ${lexemes(search)}, ${HEADLINE}) as excerpt,
          p.words @@ ${allWords(search)} as has_all, ts_rank(p.words, ${anyWord(search)}) as score
        from (select p.* from ${materials.material_pages} p where p.file_id = ${fileId(row)} offset 0) p
        where ${given(search) ? sql`p.words @@ ${anyWord(search)}` : sql`false`}`,
      order: sql`has_all desc, score desc, number`,
      cap: PAGE_HITS,
      isSteady: true,
    }
  })

/** The same for what is said in a video. */
const cues = (videoId: (row: Sql) => Sql) =>
  many((row, { args, given }) => {
    const search = args['search']!
    return {
      rows: sql`
        select c.starts_at_ms, excerpt_around(c.content, ${lexemes(search)}, ${HEADLINE}) as excerpt,
          c.words @@ ${allWords(search)} as has_all, ts_rank(c.words, ${anyWord(search)}) as score
        from (select c.* from ${materials.material_cues} c where c.video_id = ${videoId(row)} offset 0) c
        where ${given(search) ? sql`c.words @@ ${anyWord(search)}` : sql`false`}`,
      order: sql`has_all desc, score desc, starts_at_ms`,
      cap: CUE_HITS,
      isSteady: true,
    }
  })

const files = (search: Parameter) =>
  sql`select f.id from ${materials.material_files} f where f.words @@ ${anyWord(search)}`
const videos = (search: Parameter) =>
  sql`select v.id from ${materials.material_videos} v where v.words @@ ${anyWord(search)}`

/** Where the words of a search stand; and the ids of the files and videos that have any of them. */
export const hits = { pages, cues, files, videos }

export const materialReads = define({
  MediaVideo: {
    chapters: many((v) => ({
      rows: sql`select c.* from ${materials.material_chapters} c where c.video_id = ${v}.id`,
      order: sql`starts_at_ms`,
      cap: CHAPTERS,
    })),
    cues: many((v) => ({
      rows: sql`select c.* from ${materials.material_cues} c where c.video_id = ${v}.id`,
      order: sql`place`,
      cap: CUES,
    })),
    progress: one((v) => sql`select p.* from ${ownMaterials.watch_progress} p where p.video_id = ${v}.id`),
  },
  WatchProgress: {
    watched: value((p) => sql`(select coalesce(sum(upper(r) - lower(r)), 0)::integer from unnest(${p}.watched) r)`),
  },
  Mutation: {
    recordWatching: one(
      (_, { result }) => sql`select p.* from ${ownMaterials.watch_progress} p where p.video_id = ${result}`,
    ),
  },
  MaterialDownload: {
    document_url: value(
      (d) =>
        sql`(select ${pathOf} || '/' || d.item_id || '/download?token=' || d.token from (select ${d}.kind, ${d}.item_id, ${d}.token) d)`,
    ),
  },
})

/** The link that the action of a mutation made. */
export const requestedDownload = one(
  (_, { result }) => sql`select d.* from ${ownMaterials.material_downloads} d where d.id = ${result}`,
)
