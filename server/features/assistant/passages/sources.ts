/** The sources besides discussions, each narrowed by its own index of words before its passages are weighed. */
import { documents } from '#server/features/documents/index.ts'
import { events } from '#server/features/events/index.ts'
import { experts } from '#server/features/experts/index.ts'
import { inbox } from '#server/features/inbox/index.ts'
import { learning } from '#server/features/learning/index.ts'
import { materials } from '#server/features/materials/index.ts'
import type { FieldContext } from '#server/platform/graph/reads.ts'
import { anyWord } from '#server/platform/graph/searched-words.ts'
import { sql, type Parameter, type Relation } from '#server/platform/graph/sql.ts'
import { hits, TERM, THREAD, type Searched } from './best.ts'
import { quotable } from './passages.access.ts'

const DOCUMENTS = 8
const VIDEOS = 4
/** Shorter words are no names. */
const NAME_LENGTH = 4

/** By index: each word is looked for alone, so that no text is read. */
const foundDocuments = sql`
  select d.id from ${TERM} t join ${documents.peer_documents} d on d.words @@ t.term or d.words_of_pages @@ t.term
  group by d.id order by count(*) desc, d.id desc limit ${DOCUMENTS}`

const foundVideos = (videos: Relation, search: Parameter) => sql`
  select v.id from ${videos} v join ${materials.material_videos} m on m.id = v.video_id
  where v.can_view and m.words @@ ${anyWord(search)} order by ${hits(sql`m.words`)} desc, v.id desc limit ${VIDEOS}`

/** Of the inbox, the newest messages are searched: at most so many of each conversation, and in total. */
const OF_CONVERSATION = 200
const INBOX = 2_000

const newestInInbox = sql`
  select n.id from ${inbox.groups} g cross join lateral (
    select m.id from ${inbox.chat_messages} m where m.group_id = g.id order by m.message_index_in_group desc limit ${OF_CONVERSATION}) n
  order by n.id desc limit ${INBOX}`

/** Matches any word of the search that is long enough for a name. */
const anyName = (search: Parameter) => sql`(
  select string_agg(quote_literal(w), ' | ')::tsquery from lateral string_to_table(plain_words(${search}), ' ') w
  where length(w) >= ${NAME_LENGTH})`
const namedExperts = (search: Parameter) => sql`
  select e.id from ${experts.experts} e where to_tsvector('simple', e.search_name) @@ ${anyName(search)}`

export function searchedSources({ args }: FieldContext): Searched[] {
  const search = args['search']!
  const hasWord = sql`q.words @@ ${anyWord(search)}`
  const isFound = sql`${hasWord} and q.entity_id = any(array(${foundDocuments}))`
  const isSaid = (videos: Relation) =>
    sql`q.words_of_cue @@ ${anyWord(search)} and q.entity_id = any(array(${foundVideos(videos, search)}))`
  const isNamed = sql`not ${hasWord} and q.entity_id = any(array(${namedExperts(search)}))`
  const isOfThread = sql`q.thread_id in (select t.thread_id from ${THREAD} t)`
  const {
    document_pages,
    event_texts,
    event_speech,
    series_speech,
    expert_texts,
    poll_results,
    private_messages,
    member_texts,
    inbox_texts,
  } = quotable
  const expert = {
    kind: 'expert',
    source: 'experts',
    relation: expert_texts,
    most: 6,
    words: sql`(q.words || to_tsvector('words', q.title))`,
  } as const
  const member = { kind: 'member', source: 'members', relation: member_texts, most: 6 } as const
  const isOfInbox = sql`${hasWord} and q.entity_id = any(array(${newestInInbox}))`
  return [
    { kind: 'peer_document', source: 'peer_documents', relation: document_pages, most: 8, narrow: isFound },
    { kind: 'event', source: 'events', relation: event_texts, most: 3, narrow: hasWord },
    { kind: 'event_video', source: 'events', relation: event_speech, most: 4, narrow: isSaid(events.event_videos) },
    {
      kind: 'series_video',
      source: 'learning',
      relation: series_speech,
      most: 4,
      narrow: isSaid(learning.series_videos),
    },
    { ...expert, narrow: hasWord },
    { ...expert, narrow: isNamed },
    { kind: 'poll', source: 'polls', relation: poll_results, most: 3, narrow: isOfThread },
    { ...member, narrow: hasWord },
    { ...member, narrow: sql`not ${hasWord} and q.name_words @@ ${anyName(search)}` },
    { kind: 'message', source: 'private_replies', relation: private_messages, most: 5, narrow: hasWord },
    { kind: 'inbox_message', source: 'inbox', relation: inbox_texts, most: 5, narrow: isOfInbox },
  ]
}
