/** What was said in a thread: sentences of group replies, found and read again as the viewer. */
import { isFeatureOn } from '#server/features/networks/index.ts'
import { people, profiles } from '#server/features/people/index.ts'
import type { LookUp } from '#server/platform/graph/look-ups.ts'
import { computed, define, many, value } from '#server/platform/graph/reads.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import type { RunOperation } from '#server/platform/http/graphql.ts'
import { SAID_BEFORE, SUMMARIZED_REPLIES, SUMMARY_SENTENCES, TRENDING_SENTENCES } from '#shared/assistant.ts'
import type { Passage } from '../answers/answer.ts'
import { quotable } from '../passages/passages.access.ts'
import { summarize } from './summarize.ts'

const isOn = sql`${isFeatureOn('ai_assistant')} and not exists (select from ${profiles.declined_summaries} d)`

/** Of a reply that nothing was chosen from. */
const SENTENCE_LENGTH = 300

interface Chosen {
  entity_id: number
  sentence: string
  place: number
}

/** Chooses among the passages that the viewer may read. */
export const lookUpSummary =
  (run: RunOperation): LookUp =>
  async (viewer, { thread_id, since, about }): Promise<Chosen[]> => {
    // Without filters, so that it needs no turn of the searches while this one has its turn.
    const answer = await run(viewer, 'GetThreadPassages', { thread_id })
    const { thread_passages } = JSON.parse(answer) as { thread_passages: Passage[] }
    const from = typeof since === 'string' ? Date.parse(since) : 0
    const passages = thread_passages.filter(({ published_at }) => Date.parse(published_at!) > from)
    const texts = passages.map(({ text }) => text)
    const chosen =
      typeof about === 'string' ? summarize(texts, SAID_BEFORE, about) : summarize(texts, SUMMARY_SENTENCES)
    return chosen.map(({ text, sentence }, at) => ({
      entity_id: passages[text]!.entity_id,
      sentence,
      place: at,
    }))
  }

const CHOSEN = new Parameter('summary.chosen', 'jsonb', ({ lookedUp }) => JSON.stringify(lookedUp))

export const summaryReads = define({
  Query: {
    thread_passages: many((_, { args }) => ({
      rows: sql`
        select 'message' as kind, q.* from ${quotable.quotable_messages} q
        where q.thread_id = ${args['thread_id']!} and not q.is_question and not q.is_private and ${isOn}`,
      // The latest, if there are more.
      order: sql`published_at desc, entity_id desc`,
      cap: SUMMARIZED_REPLIES,
    })),
    thread_summary: many((_, { args, given, isLookedUp }) => ({
      // A filter, because look-ups are asked for searches only.
      rows:
        given(args['thread_id']!) && isLookedUp()
          ? sql`
          select q.entity_id as message_id, c.sentence as content, q.author_id, q.url, q.published_at as pub_date
          from jsonb_to_recordset(${CHOSEN}) c(entity_id bigint, sentence text, place integer)
            join ${quotable.quotable_messages} q on q.entity_id = c.entity_id
          where q.thread_id = ${args['thread_id']!} and not q.is_private and position(c.sentence in q.text) > 0 and ${isOn}`
          : sql`
          select r.* from (select q.entity_id as message_id, left(q.text, ${SENTENCE_LENGTH}) as content, q.author_id, q.url, q.published_at as pub_date
          from ${quotable.quotable_messages} q
          where q.thread_id = ${args['thread_id']!} and not q.is_question and not q.is_private and ${isOn}
          order by q.published_at desc, q.entity_id desc limit ${SUMMARY_SENTENCES}) r`,
      order: sql`pub_date, message_id`,
      cap: SUMMARY_SENTENCES,
    })),
  },
  SummarySentence: {
    author_name: value((s) => sql`(select u.name from ${people.people} u where u.id = ${s}.author_id)`),
  },
  RecentThread: {
    summary: computed(['texts'], ({ texts }) =>
      texts === null
        ? null
        : summarize(texts as string[], TRENDING_SENTENCES)
            .map(({ sentence }) => sentence)
            .join(' ') || null,
    ),
  },
})
