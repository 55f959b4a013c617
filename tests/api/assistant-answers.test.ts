/** Answers of the embedded source: sentences of members with where they stand, from every kind of source. */
import { describe, expect, it } from 'vitest'
import { docxOf } from '#database/seed/file-forms.ts'
import { CreateThread, FindPassages, ReplyToThread, VotePoll } from '#api/operations.ts'
import { AI_SOURCE_KEYS, type AISourceKey } from '#shared/assistant.ts'
import { demoMembers } from '../demo-members.ts'
import { askAssistant, discuss, textOf } from '../harness/assistant.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startIndex } from '../harness/search-index.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, grace, finance, several] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.finance,
  'layla@members.test',
)
await startIndex(testServer)
const findPassagesOf = async (member: Client, search: string, sources: readonly AISourceKey[]) =>
  (await member.ask(FindPassages, { search, sources: [...sources] })).passages
const QUESTION = 'What liability cap do you get from vendors of AI?'

describe('an answer (ASK-embedded)', () => {
  it('consists of sentences of members, each with its source (ASK-citations, FIELD-ai_message.urls)', async () => {
    const answer = await askAssistant(helen, QUESTION)
    expect(answer).toMatchObject({ state: 'complete', is_abstained: false, num_left_out: 0 })
    expect(answer.sentences.length).toBeGreaterThan(1)
    expect(new Set(answer.citations.map(({ author_name }) => author_name)).size).toBeGreaterThan(1)
    for (const { content, citations } of answer.sentences) {
      const cited = answer.citations.filter(({ number }) => citations.includes(number))
      expect(cited.map(({ quote }) => quote)).toEqual([content])
    }
    const passages = await findPassagesOf(helen, 'liability cap vendors', ['discussions'])
    for (const { kind, quote, url, title, before, after } of answer.citations.filter(
      (each) => each.kind === 'message',
    )) {
      const source = passages.find(({ text }) => text.includes(quote))!
      expect({ kind, title }).toEqual({ kind: 'message', title: source.title })
      expect(source.text).toContain(`${before}${quote}${after}`)
      expect(url).toBe(
        source.is_question ? `/feed/${source.thread_id}` : `/feed/${source.thread_id}#message-${source.entity_id}`,
      )
    }
    expect(answer.urls).toEqual([...new Set(answer.citations.map(({ url }) => url))])
  })

  it('says how much was read, and who wrote about it (FIELD-ai_message.thinking_steps)', async () => {
    const { thinking_steps, people } = await askAssistant(helen, QUESTION)
    expect(thinking_steps[0]).toMatch(/^Read \d+ messages and \d+ documents?$/)
    expect(people.length).toBeGreaterThan(0)
    expect(people.map(({ user }) => user.id)).not.toContain(helen.id)
    const counts = people.map(({ num_of_messages }) => num_of_messages)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  it('is the same for the same question', async () => {
    const [one, other] = [await askAssistant(helen, QUESTION), await askAssistant(helen, QUESTION)]
    expect(textOf(other)).toBe(textOf(one))
    expect(other.citations).toEqual(one.citations)
  })

  it('continues the question before', async () => {
    const { conversation_id } = await askAssistant(helen, 'Who is a good translator for Swahili?')
    await discuss(testServer, {
      author: marcus.id,
      networks: [legal],
      topic: 'Translator of Swahili in Zanzibar',
      opening: 'Who knows one?',
      replies: [{ sender: grace.id, body: 'Juma Omari translates Swahili in Zanzibar within a week.' }],
    })
    const answer = await askAssistant(helen, 'And in Zanzibar?', { conversation: conversation_id })
    expect(textOf(answer)).toContain('Juma Omari')
  })

  it('is found without the index of threads, too', async () => {
    const plain = await startTestServer()
    const member = await plain.member(demoMembers.member)
    await plain.sql('select index_messages(1000000)')
    expect(textOf(await askAssistant(member, QUESTION))).not.toBe('')
  })
})

describe('it abstains (ASK-abstains)', () => {
  it('if members have not answered, with discussions and people near the subject', async () => {
    const answer = await askAssistant(helen, 'Which insurers cover ransomware payments of hospitals in Chile and Peru?')
    expect(answer).toMatchObject({ is_abstained: true, sentences: [], citations: [], content: '', state: 'complete' })
    expect(answer.related_threads.map(({ topic }) => topic).join()).toContain('Ransomware')
    expect(answer.people.length).toBeGreaterThan(0)
  })

  it('if the question has no words to look for', async () => {
    for (const question of ['???', 'Can you help me please?', '-- "" | & !'])
      expect(await askAssistant(helen, question)).toMatchObject({
        is_abstained: true,
        sentences: [],
        related_threads: [],
      })
  })
})

describe('every kind of source is found and cited (ASK-citations)', () => {
  const cases: [kind: string, AISourceKey, question: string, detail: RegExp, url: RegExp][] = [
    [
      'message',
      'discussions',
      'How do you define reasonable enquiry in a sanctions clause?',
      /^Discussion, \d+ Group Repl(y|ies)$/,
      /^\/feed\/\d+(#message-\d+)?$/,
    ],
    [
      'peer_document',
      'peer_documents',
      'How soon must a vendor notify a personal data breach?',
      /^Peer document, page \d$/,
      /^\/content\/peer-documents\/\d+\?view=text&page=\d$/,
    ],
    [
      'event',
      'events',
      'Privilege in internal investigations: what may be shared with auditors?',
      /^Event$/,
      /^\/content\/event-materials\/\d+$/,
    ],
    [
      'event_video',
      'events',
      'What did the witness say, word for word, in the interview memo?',
      /^Recording, \d+:\d\d$/,
      /^\/content\/event-materials\/\d+\?video=\d+&t=\d+$/,
    ],
    [
      'series_video',
      'learning',
      'Which clause says the vendor may use inputs to improve the service?',
      /^Recording, \d+:\d\d$/,
      /^\/content\/learning-hub\/\d+\?video=\d+&t=\d+$/,
    ],
    [
      'expert',
      'experts',
      'What do members say about Birgit Halm?',
      /^Expert, recommended by a member$/,
      /^\/experts\/\d+$/,
    ],
    ['poll', 'polls', 'Does e-billing save more than it costs?', /^Poll, 21 votes$/, /^\/feed\/\d+$/],
  ]
  it.each(cases)('%s', async (kind, source, question, detail, url) => {
    const { citations, sentences } = await askAssistant(helen, question, { sources: [source] })
    const found = citations.find((each) => each.kind === kind)!
    expect(found, JSON.stringify(citations)).toBeDefined()
    expect(found.detail).toMatch(detail)
    expect(found.url).toMatch(url)
    expect(found.page !== null).toBe(kind === 'peer_document')
    expect(found.seconds !== null).toBe(kind.endsWith('_video'))
    expect(sentences.map(({ content }) => content)).toContain(found.quote)
  })

  it('message_file', async () => {
    const body = '<p>The escrow statement is attached.</p>'
    const file = await uploaded(
      testServer,
      grace,
      'Escrow.docx',
      docxOf(['Of deleted things nothing.', 'The marsupial escrow is released after forty days.']),
    )
    await grace.ask(CreateThread, {
      topic: 'Escrow statement',
      body,
      peer_network_ids: [legal],
      attachments: [file],
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    const { citations } = await askAssistant(helen, 'When is the marsupial escrow released?', { sources: ['files'] })
    expect(citations.find(({ quote }) => quote === 'The marsupial escrow is released after forty days.')).toMatchObject(
      {
        kind: 'message_file',
        title: 'Escrow.docx',
        detail: 'File in “Escrow statement”',
      },
    )
  })

  it('only what was chosen', async () => {
    for (const source of AI_SOURCE_KEYS) {
      const passages = await findPassagesOf(several, 'vendor liability cap forecast privilege data', [source])
      const kinds = new Set(passages.map(({ kind }) => kind))
      const allowed = {
        discussions: ['message'],
        files: ['message_file'],
        peer_documents: ['peer_document'],
        events: ['event', 'event_video'],
        learning: ['series_video'],
        experts: ['expert'],
        polls: ['poll'],
        members: ['member'],
        private_replies: ['message'],
        inbox: ['inbox_message'],
      }[source]
      expect([...kinds].filter((kind) => !allowed.includes(kind))).toEqual([])
    }
    expect(await findPassagesOf(helen, 'vendor liability', [])).toEqual([])
  })

  it('only for members', async () => {
    const variables = { search: 'vendor liability', sources: [...AI_SOURCE_KEYS] }
    expect((await helen.ask(FindPassages, variables)).passages.length).toBeGreaterThan(0)
    expect(await testServer.anonymous().op(FindPassages, variables)).toMatchObject({ status: 401, data: null })
  })
})

describe('results of a poll', () => {
  it('are quoted to those who may see them', async () => {
    const title = 'Poll: do your engineers get invention disclosure bonuses, and do they work?'
    const ask = async () =>
      (await findPassagesOf(helen, 'engineers invention bonuses', ['polls'])).map((each) => each.title)
    const [poll] = await testServer.sql<{ id: number; option: number }>(
      `select p.id, min(o.id) as option from polls p join poll_options o on o.poll_id = p.id and not o.is_other where p.title = $1 group by p.id`,
      [title],
    )
    await testServer.sql('delete from poll_votes where poll_id = $1 and user_id = $2', [poll!.id, helen.id])
    expect(await ask()).not.toContain(title)
    await helen.ask(VotePoll, { poll_id: poll!.id, option_id: poll!.option })
    expect(await ask()).toContain(title)
  })
})

describe('private replies', () => {
  it('are used only if they are chosen, and are marked', async () => {
    const { thread } = await discuss(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Escrow for axolotl breeding licences',
      opening: 'Who has an escrow for axolotl licences?',
      replies: [{ sender: grace.id, body: 'An escrow agent in Lisbon takes axolotl licences.' }],
    })
    const body = '<p>Privately: our axolotl escrow costs 4,700 a year.</p>'
    await marcus.ask(ReplyToThread, { thread_id: thread, body, isPrivate: true, idempotency_key: newKey() })
    await testServer.runJobs()
    const question = 'How much does an axolotl escrow cost?'
    const usual = await askAssistant(helen, question)
    expect(usual.citations.map(({ is_private }) => is_private)).not.toContain(true)
    expect(JSON.stringify(usual)).not.toContain('4,700')
    const chosen = await askAssistant(helen, question, { sources: ['discussions', 'private_replies'] })
    expect(chosen.citations.find(({ is_private }) => is_private)).toMatchObject({
      quote: 'Privately: our axolotl escrow costs 4,700 a year.',
      detail: 'Private reply to you',
    })
    const other = await askAssistant(grace, question, { sources: ['discussions', 'private_replies'] })
    expect(JSON.stringify(other)).not.toContain('4,700')
    expect(other.citations.length).toBeGreaterThan(0)
  })

  it('have their files used only for their readers, if both are chosen', async () => {
    const { thread } = await discuss(testServer, {
      author: helen.id,
      networks: [legal],
      topic: 'Dues of the narwhal guild',
      opening: 'Who knows the narwhal guild?',
      replies: [{ sender: grace.id, body: 'The narwhal guild has dues.' }],
    })
    const bytes = docxOf(['Of deleted things nothing.', 'The narwhal guild takes dues of 333 a year.'])
    const file = await uploaded(testServer, marcus, 'Dues.docx', bytes)
    const body = '<p>The dues are attached.</p>'
    await marcus.ask(ReplyToThread, {
      thread_id: thread,
      body,
      isPrivate: true,
      attachments: [file],
      idempotency_key: newKey(),
    })
    await testServer.runJobs()
    const files = async (client: typeof helen, sources: AISourceKey[]) =>
      (await findPassagesOf(client, 'narwhal guild dues', sources)).filter(({ kind }) => kind === 'message_file')
    expect(await files(helen, ['files', 'private_replies'])).toMatchObject([{ title: 'Dues.docx', is_private: true }])
    for (const sources of [['files'], ['files', 'discussions'], ['private_replies']] as AISourceKey[][])
      expect(await files(helen, sources)).toEqual([])
    const staff = await testServer.member(demoMembers.staff)
    for (const client of [grace, staff]) expect(await files(client, ['files', 'private_replies'])).toEqual([])
  })
})

it('answers members of other networks with nothing of this one', async () => {
  expect((await askAssistant(helen, QUESTION)).citations.length).toBeGreaterThan(0)
  const answer = await askAssistant(finance, QUESTION)
  expect(answer.citations.filter(({ title }) => title.startsWith('Limitation of liability'))).toEqual([])
  expect(answer.related_threads.filter(({ topic }) => topic.startsWith('Limitation of liability'))).toEqual([])
})
