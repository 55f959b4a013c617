/**
 * What the asker may not read changes nothing of an answer (ASK-noninterference): the same questions before and after
 * the community is filled with texts that repeat each question, where the asker cannot read them. Passages are compared
 * too: a prompt is made of them and of the member's own words. A usual run samples questions by the commit, a full run
 * (`npm test -- full`) tries many more, and TRIALS sets how many.
 */
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  BlockMember,
  FindPassages,
  GetAIMessages,
  GetThreadPassages,
  GetThreadSummary,
  RegenerateMessage,
  SendAIMessage,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { AI_SOURCE_KEYS } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { answeredQuestions } from '../assistant/answered-questions.ts'
import { heldOutAnswered } from '../assistant/held-out-answered.ts'
import { heldOutUnanswered } from '../assistant/held-out-unanswered.ts'
import { unansweredQuestions } from '../assistant/unanswered-questions.ts'
import { converse, discuss, type AnswerMessage } from '../harness/assistant.ts'
import { newKey, type Client } from '../harness/client.ts'
import { isFull, seed } from '../harness/full.ts'
import { newConversation } from '../harness/inbox.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const TRIALS = Number(process.env['TRIALS'] ?? (isFull ? 500 : 30))
/** For each question asked twice. */
const MOST_SECONDS = 4
/** Threads to which hidden replies are added. */
const THREADS = 60
/** In every run: with an answer among what everybody may read, their answers change. */
const CHANGED = 5
const MISSING = 2 ** 40
/** A prime that is no divisor of the number of questions. */
const STRIDE = 7919
/** Words of a message between the beginnings of two questions: fewer for more trials than that makes. */
const STRETCH = Math.max(1, Math.floor(11 * Math.min(1, 800 / TRIALS)))

const ofHelen = ({ by }: { by: string }) => by === demoMembers.member

/** Questions of the lists, and running words of what the asker may read: others of them in each commit. */
async function sampleQuestions(testServer: TestServer, legal: number): Promise<string[]> {
  const rows = await testServer.sql<{ words: string[] }>(
    `select regexp_split_to_array(trim(regexp_replace(m.cleaned_body, '[^[:alpha:]]+', ' ', 'g')), ' ') as words
     from messages m join thread_feed f on f.thread_id = m.thread_id and f.visible and $1 = any(f.peer_network_ids)
     where m.visible and not m.is_private and length(m.cleaned_body) > 120 order by m.id`,
    [legal],
  )
  const stretches = (words: readonly string[]) =>
    Array.from({ length: Math.ceil(words.length / STRETCH) }, (_, part) => {
      const from = (seed % STRETCH) + part * STRETCH
      return `${words.slice(from, from + 6 + (from % 5)).join(' ')}?`
    }).filter((stretch) => stretch.length > 1)
  const running = rows.flatMap(({ words }) => stretches(words))
  const listed = [...answeredQuestions, ...heldOutAnswered, ...unansweredQuestions, ...heldOutUnanswered]
  const pool = [...new Set([...listed.filter(ofHelen).map(({ question }) => question), ...running])]
  const always = pool.slice(0, CHANGED)
  const sampled = Array.from({ length: TRIALS }, (_, at) => pool[(seed + at * STRIDE) % pool.length]!)
  return [...new Set([...always, ...sampled])].slice(0, TRIALS)
}

interface Answers {
  answers: Record<string, unknown>
  summaries: Record<number, unknown>
  milliseconds: number[]
}

/** Everything of an answer but its ids and its time. */
function contentOf(answer: AnswerMessage) {
  const { id: _id, conversation_id: _conversation, question_id: _question, created: _created, ...content } = answer
  const people = answer.people.map(({ user, num_of_messages }) => ({ id: user.id, num_of_messages }))
  return { ...content, people }
}

/** For the server, so that the asker's search time is not used up by so many questions. */
const minuteLater = () => void (passed += 60_000)
const now = performance.now.bind(performance)
let passed = 0
function startClock(): void {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => void clock.mockRestore())
}

async function answersTo(testServer: TestServer, asker: Client, { questions, threads }: Asked): Promise<Answers> {
  startClock()
  const found: Answers = { answers: {}, summaries: {}, milliseconds: [] }
  for (const question of questions) {
    minuteLater()
    await testServer.sql('delete from ai_usage')
    const began = performance.now()
    const { answer } = await converse(asker, question, { sources: [...AI_SOURCE_KEYS] })
    found.milliseconds.push(performance.now() - began)
    const { passages } = await asker.ask(FindPassages, { search: question, sources: [...AI_SOURCE_KEYS] })
    found.answers[question] = { ...contentOf(answer), passages }
  }
  for (const thread_id of threads) {
    minuteLater()
    found.summaries[thread_id] = (await asker.ask(GetThreadSummary, { thread_id })).thread_summary
  }
  return found
}

/** What is hidden answers as what does not exist. */
async function refusals(asker: Client, ids: { thread: number; conversation: number; answer: number }) {
  const { thread: thread_id, conversation: conversation_id, answer: message } = ids
  const asked = { user: asker.id, message: 'Who knows?', conversation_id, idempotency_key: newKey() }
  const received = [
    await asker.op(GetThreadSummary, { thread_id }),
    await asker.op(GetThreadPassages, { thread_id }),
    await asker.op(GetAIMessages, { conversation_id }),
    await asker.op(SendAIMessage, asked),
    await asker.op(RegenerateMessage, { message }),
  ]
  return received.map(({ status, data, code, message: told, field }) => ({ status, data, code, told, field }))
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Printed only: other work on the machine decides about single times. */
function printTimes(name: string, before: Answers, after: Answers) {
  const differences = after.milliseconds.map((time, at) => time - before.milliseconds[at]!)
  const [was, is, difference] = [before.milliseconds, after.milliseconds, differences].map((list) =>
    medianOf(list).toFixed(1),
  )
  console.info(
    `${name}: ${differences.length} questions, median ${was} ms before and ${is} ms after, median difference ${difference} ms`,
  )
}

interface People {
  asker: number
  grace: number
  newcomer: number
  /** Blocked by the asker, if there is one. */
  blocked: number | null
  /** A conversation of the inbox that the asker is not in. */
  group: number
}
interface Asked {
  questions: readonly string[]
  threads: readonly number[]
}

/** In another network, among the private replies of others, removed, rejected, waiting, and of somebody blocked. */
async function hideDiscussions(testServer: TestServer, { grace, newcomer, blocked }: People, asked: Asked) {
  const { legal, finance } = await networkIds(testServer)
  for (const [at, question] of asked.questions.entries()) {
    const thread = asked.threads[at % asked.threads.length]!
    const [topic, body] = [question.slice(0, 190), `${question} We know: ${question}`]
    await discuss(testServer, {
      author: grace,
      networks: [finance],
      topic,
      opening: body,
      replies: [{ sender: newcomer, body }],
    })
    if (blocked !== null)
      await discuss(testServer, {
        author: blocked,
        networks: [legal],
        topic,
        opening: body,
        replies: [{ sender: blocked, body }],
      })
    await insertThread(testServer, { author: grace, networks: [legal], topic, body, removed: true })
    const secret = await insertMessage(testServer, { thread, sender: newcomer, body, readers: [newcomer, grace] })
    await testServer.sql(
      `with made as (
         insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'Secret.txt', 'text/plain', 1, repeat('0', 64)) returning id)
       insert into file_texts (attachment_id, outcome, content) select id, 'read', $2 from made`,
      [secret, body],
    )
    const sender = grace
    await insertMessage(testServer, { thread, sender, body, removed: true })
    await insertMessage(testServer, { thread, sender, body, processed: true, approved: false })
    await insertMessage(testServer, { thread, sender, body, processed: false, source: 'other' })
  }
  await testServer.sql('select index_messages(1000000)')
}

/** Documents, events, recommendations and a member of another network, messages of the inbox, and who an anonymous author is. */
async function hideOthers(testServer: TestServer, { asker, grace, newcomer, group }: People, { questions }: Asked) {
  const { finance, executive } = await networkIds(testServer)
  const [page] = await testServer.sql<{ file: number; document: number }>(
    `select v.file_id as file, d.id as document from peer_documents d join document_versions v on v.id = d.current_version_id
     where d.network_ids = array[$1::bigint] order by d.id limit 1`,
    [finance],
  )
  for (const [at, question] of questions.entries()) {
    await testServer.sql(`insert into material_pages (file_id, number, label, content) values ($1, $2, 'Page', $3)`, [
      page!.file,
      100 + at,
      question,
    ])
    await testServer.sql(
      `insert into events (peer_network_id, category_id, title, description, wall_start, wall_end, time_zone)
       select $1, min(id), $2, $3, '2026-10-01T09:00', '2026-10-01T10:00', 'Europe/Oslo' from event_categories`,
      // The legal network sees events of the finance network.
      [executive, question.slice(0, 190), question],
    )
    await testServer.sql(
      `with made as (
         insert into expert_recommendations (expert_id, author_id, message, cleaned_message, channels)
         select id, $1, $2, $2, array[$3::integer] from experts where name = 'Birgit Halm' returning id)
       insert into expert_recommendation_words (recommendation_id, words) select id, to_tsvector('words', $2) from made on conflict do nothing`,
      [grace, question, finance * 4],
    )
    await testServer.sql(
      `insert into inbox_messages (group_id, sender_id, msg_body, cleaned_body, message_index_in_group)
       select $1, $2, $3, $3, max(message_index_in_group) + 1 from inbox_messages where group_id = $1`,
      [group, grace, question],
    )
  }
  await testServer.sql(
    `update peer_documents d set words_of_pages = (select to_tsvector('words', string_agg(p.content, ' ')) from material_pages p where p.file_id = $2) where id = $1`,
    [page!.document, page!.file],
  )
  const [stranger] = await testServer.sql<{ id: number }>(
    `select p.user_id as id from profiles p join network_access a on a.from_network_id = any(p.network_ids) where not p.network_ids && array(
       select a.to_network_id from network_access a join peer_network_memberships m on m.peer_network_id = a.from_network_id
       where m.user_id = $1 and a.kind = 'member_directory') order by 1 limit 1`,
    [asker],
  )
  await testServer.sql('update users set bio = $2 where id = $1', [stranger!.id, questions.join(' ').slice(0, 2_000)])
  await testServer.sql('update anonymous_messages set user_id = $1', [newcomer])
}

/** Somebody blocked, an anonymous author, an inbox of others, and the questions. */
async function prepare(testServer: TestServer, blocks: boolean) {
  const [helen, grace, newcomer, blocked] = await testServer.members(
    demoMembers.member,
    demoMembers.billing,
    demoMembers.newcomer,
    'priya@members.test',
  )
  const { legal } = await networkIds(testServer)
  if (blocks) await helen.ask(BlockMember, { user_id: blocked.id })
  const group = await newConversation(grace, newcomer)
  const questions = await sampleQuestions(testServer, legal)
  const { thread, replies } = await discuss(testServer, {
    author: grace.id,
    networks: [legal],
    topic: questions[0]!.slice(0, 190),
    opening: 'Somebody must know.',
    replies: [{ sender: ANONYMOUS_USER_ID, body: `Nobody is named who knows: ${questions[0]}` }],
  })
  await testServer.sql(
    'insert into anonymous_messages (message_id, thread_id, user_id, is_opening) values ($1, $2, $3, false)',
    [replies[0], thread, grace.id],
  )
  const rows = await testServer.sql<{ id: number }>(
    `select f.thread_id as id from thread_feed f where f.visible and $1 = any(f.peer_network_ids)
     order by f.count_of_entries desc, 1 limit $2`,
    [legal, THREADS],
  )
  const people = { asker: helen.id, grace: grace.id, newcomer: newcomer.id, blocked: blocks ? blocked.id : null, group }
  return { helen, grace, people, legal, asked: { questions, threads: rows.map(({ id }) => id) } }
}

interface Community {
  hasIndex: boolean
  /** The asker has blocked somebody. */
  blocks: boolean
}

export async function promiseNoninterference(name: string, { hasIndex, blocks }: Community): Promise<void> {
  const testServer = await startTestServer()
  it(
    `${name}, an answer does not depend on what the asker may not read (ASK-noninterference)`,
    { timeout: 540_000 + TRIALS * MOST_SECONDS * 1000 },
    async () => {
      const { helen, grace, people, legal, asked } = await prepare(testServer, blocks)
      if (hasIndex) await startIndex(testServer)
      else await testServer.sql('select index_messages(1000000)')

      const before = await answersTo(testServer, helen, asked)
      expect(Object.keys(before.answers).length).toBeGreaterThanOrEqual(TRIALS)
      await hideDiscussions(testServer, people, asked)
      await hideOthers(testServer, people, asked)
      const after = await answersTo(testServer, helen, asked)
      expect(after.answers).toEqual(before.answers)
      expect(after.summaries).toEqual(before.summaries)
      printTimes(name, before, after)

      const { finance } = await networkIds(testServer)
      const hidden = await insertThread(testServer, { author: people.grace, networks: [finance], topic: 'Hidden' })
      const others = await converse(grace, asked.questions[0]!)
      const ids = { thread: hidden.id, conversation: others.conversation, answer: others.answer.id }
      expect(await refusals(helen, ids)).toEqual(
        await refusals(helen, { thread: MISSING, conversation: MISSING, answer: MISSING }),
      )

      // The same words do change the answers where the asker may read them.
      const questions = asked.questions.slice(0, CHANGED)
      for (const question of questions) {
        const replies = [{ sender: people.grace, body: `${question.replace('?', '')}, we know.` }]
        const topic = question.slice(0, 190)
        const opening = 'Somebody must know.'
        await discuss(testServer, { author: people.newcomer, networks: [legal], topic, opening, replies })
      }
      const changed = await answersTo(testServer, helen, { questions, threads: [] })
      const isSame = (question: string) =>
        JSON.stringify(changed.answers[question]) === JSON.stringify(before.answers[question])
      expect(questions.filter(isSame)).toEqual([])
    },
  )
}
