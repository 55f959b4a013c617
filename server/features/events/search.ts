/** How events and their materials are found: filters combine with AND, the choices of one filter with OR. */
import { hits } from '#server/features/materials/index.ts'
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { empty, join, sql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import { allWords, anyWord } from '#server/platform/graph/searched-words.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { eventLists, events } from './events.access.ts'

/** Conditions on `e`, an event. */
function eventFilters({ args, given }: FieldContext): Sql[] {
  const chosen = (name: string, condition: (argument: Parameter) => Sql) => {
    const argument = args[name]
    return argument && given(argument) ? [condition(argument)] : []
  }
  return [
    // Those of its sub-categories, too.
    ...chosen(
      'categories',
      (ids) => sql`e.category_id in (
        select c.id from ${eventLists.event_categories} c where c.id = any(${ids}) or c.parent_id = any(${ids}))`,
    ),
    ...chosen(
      'areas_of_expertise',
      (ids) => sql`exists (
        select from ${events.event_areas} a where a.event_id = e.id and a.area_of_expertise_id = any(${ids}))`,
    ),
    ...chosen('locations', (ids) => sql`e.location_id = any(${ids})`),
    // Events that overlap the range: one that lasts past its end belongs to it.
    ...chosen('date_from', (from) => sql`e.end_date >= ${from}`),
    ...chosen('date_to', (to) => sql`e.start_date < ${to}`),
  ]
}

const upcomingFirst = sql`
  (e.end_date < now()), case when e.end_date >= now() then e.start_date end, e.start_date desc, e.id`

interface Searched {
  /** The selected columns. */
  columns: Sql
  from: Sql
  /** What the words are looked for in, besides the event: a tsvector of `x`. */
  own?: Sql
  /** Also found by what is in it. */
  inside?: (search: Parameter) => Sql
  /** Orders rows of the same event. */
  within: Sql
  title: Sql
}

function searched(asking: FieldContext, { columns, from, own, inside, within, title }: Searched) {
  const { args, given, choice } = asking
  const search = args['search']!
  const words = own ? sql`(${own} || e.words)` : sql`e.words`
  const isSearch = given(search)
  const filters = [
    sql`true`,
    ...eventFilters(asking),
    ...(isSearch ? [sql`(${words} @@ ${anyWord(search)} ${inside ? sql`or ${inside(search)}` : sql``})`] : []),
  ]
  const rows = sql`select ${columns} from ${from} where ${join(filters, ' and ')}`
  const chosen = choice(args['order_by']!) ?? (isSearch ? 'most_relevant' : 'upcoming_first')
  const order =
    chosen === 'most_relevant' && isSearch
      ? sql`(${words} @@ ${allWords(search)}) desc, ts_rank(${words}, ${anyWord(search)}) desc, ${upcomingFirst}, ${within}`
      : chosen === 'latest_first'
        ? sql`e.start_date desc, e.id desc, ${within}`
        : chosen === 'title'
          ? sql`lower(${title}), e.id, ${within}`
          : sql`${upcomingFirst}, ${within}`
  return {
    rows,
    order,
    limit: args['limit'],
    offset: args['offset'],
    cap: MATERIALS_PAGE,
    // Planning takes longer than reading: an event has many fields.
    isSteady: true,
    count: sql`select count(*)::integer from (${rows}) c`,
  }
}

const saidIn = (video: Sql) => (search: Parameter) => sql`(x.can_view and ${video} in (${hits.videos(search)}))`

export const searchedEvents = (asking: FieldContext) =>
  searched(asking, { columns: sql`e.*`, from: sql`${events.events} e`, within: sql`e.id`, title: sql`e.title` })

export const searchedDocuments = (asking: FieldContext) =>
  searched(asking, {
    columns: sql`x.*`,
    from: sql`${events.event_documents} x join ${events.events} e on e.id = x.event_id`,
    own: sql`x.words`,
    inside: (search) => sql`(x.is_open and x.file_id in (${hits.files(search)}))`,
    within: sql`x.id`,
    title: sql`x.title`,
  })

export const searchedVideos = (asking: FieldContext) =>
  searched(asking, {
    columns: sql`x.*`,
    from: sql`${events.event_videos} x join ${events.events} e on e.id = x.event_id ${
      asking.given(asking.args['can_view']!) ? sql`and x.can_view = ${asking.args['can_view']!}` : empty
    }`,
    own: sql`x.words`,
    inside: saidIn(sql`x.video_id`),
    within: sql`x.id`,
    title: sql`x.title`,
  })

export const searchedSessions = (asking: FieldContext) =>
  searched(asking, {
    columns: sql`x.*`,
    from: sql`${events.mainstage_sessions} x join ${events.events} e on e.id = x.event_id`,
    own: sql`x.words`,
    inside: saidIn(sql`x.video_id`),
    within: sql`x.wall_start nulls last, x.id`,
    title: sql`x.title`,
  })
