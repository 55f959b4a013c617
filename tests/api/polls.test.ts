import { describe, expect, it } from 'vitest'
import { ActivePolls, CreatePoll, PollById, ViewPollResults, VotePoll, thread, threads } from '#api/operations.ts'
import { POLL_DAYS_MOST, MAX_POLL_OPTIONS, POLL_OPTION_LENGTH, POLL_TITLE_LENGTH } from '#shared/polls.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.finance,
  demoMembers.staff,
)
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const asked = (more: Record<string, unknown> = {}) => ({
  title: 'Which one?',
  options: ['The first', 'The second'],
  idempotency_key: newKey(),
  ...more,
})
const open = async (more: Record<string, unknown> = {}, author: Client = helen) =>
  (await author.ask(CreatePoll, asked(more))).createPoll
type Opened = Awaited<ReturnType<typeof open>>
const vote = (who: Client, poll: Opened, place: number, text?: string) =>
  who.op(VotePoll, { poll_id: poll.id, option_id: poll.options[place]!.id, ...(text === undefined ? {} : { text }) })
const read = async (who: Client, { id }: { id: number }) => (await who.ask(PollById, { id })).poll
const counts = (poll: { options: { vote_count: number | null }[] } | null) =>
  poll!.options.map(({ vote_count }) => vote_count)
const end = ({ id }: { id: number }) =>
  testServer.sql(`update polls set end_date = now() - interval '1 second' where id = $1`, [id])

describe('a poll', () => {
  it('stands on a thread of its kind, with its options in the order of its author (OP-CreatePoll, OP-PollById, FIELD-thread.poll, FIELD-poll.id, FIELD-poll.author_id, FIELD-poll.title, FIELD-poll.end_date, FIELD-poll.active, FIELD-poll.approved, FIELD-poll.options.id, FIELD-poll.options.title, FIELD-poll.options.is_other)', async () => {
    const end_date = inDays(7)
    const made = await open({ options: [' One  of  them ', 'Two', 'Three'], allow_other: true, end_date })
    expect(made).toMatchObject({
      author_id: helen.id,
      title: 'Which one?',
      active: true,
      approved: false,
      can_change_vote: false,
      my_vote: null,
    })
    expect(Date.parse(made.end_date!)).toBe(Date.parse(end_date))
    expect(made.options.map(({ title, is_other }) => [title, is_other])).toEqual([
      ['One of them', false],
      ['Two', false],
      ['Three', false],
      ['Other', true],
    ])
    const { thread: stands } = await marcus.ask(thread, { id: made.thread_id })
    expect(stands).toMatchObject({ thread_type: 'poll', topic: 'Which one?', cleaned_html: '', poll: { id: made.id } })
    const { threads: feed } = await marcus.ask(threads, { isPoll: true, limit: 1 })
    expect(feed.items[0]!.thread.poll).toMatchObject({ id: made.id, title: 'Which one?', active: true })
  })

  it('keeps a topic and a body beside its question', async () => {
    const made = await open({ topic: 'Fees', body: '<p>We wonder.</p>', peer_network_ids: [legal] })
    const { thread: stands } = await helen.ask(thread, { id: made.thread_id })
    expect(stands).toMatchObject({ topic: 'Fees', cleaned_html: '<p>We wonder.</p>', poll: { title: 'Which one?' } })
  })

  it('sent again, or 20 times at once, is one poll', async () => {
    const variables = asked({ end_date: inDays(3) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => helen.ask(CreatePoll, variables)))
    expect(new Set(answers.map(({ createPoll }) => createPoll.id)).size).toBe(1)
  })

  it.each([
    ['without a question (VALID-poll-title)', { title: ' ' }, 'poll_title_empty', 'title'],
    ['with a question that is too long', { title: 'x'.repeat(POLL_TITLE_LENGTH + 1) }, 'poll_title_too_long', 'title'],
    ['with one option', { options: ['a'] }, 'poll_options_few', 'options'],
    ['with an empty option', { options: ['a', 'b', ' '] }, 'poll_option_empty', 'options'],
    ['with the same option twice', { options: ['Yes', 'No', ' yes'] }, 'poll_option_twice', 'options'],
    ['with Other twice', { options: ['Yes', 'other'], allow_other: true }, 'poll_option_twice', 'options'],
    [
      'with an option that is too long',
      { options: ['a', 'x'.repeat(POLL_OPTION_LENGTH + 1)] },
      'poll_option_too_long',
      'options',
    ],
    [
      'with too many options',
      { options: Array.from({ length: MAX_POLL_OPTIONS + 1 }, (_, at) => `Option ${at}`) },
      'poll_options_many',
      'options',
    ],
    ['that closed yesterday', { end_date: inDays(-1) }, 'poll_end_past', 'end_date'],
    ['that closes too late', { end_date: inDays(POLL_DAYS_MOST + 1) }, 'poll_end_far', 'end_date'],
    ['in a network that is not allowed', { peer_network_ids: [987_654] }, 'network_refused', 'peer_network_ids'],
  ] as const)('is refused %s, and nothing is written', async (_, more, code, field) => {
    const [before] = await testServer.sql('select (select count(*) from polls) p, (select count(*) from threads) t')
    expect(await helen.op(CreatePoll, asked(more))).toMatchObject({ data: null, code: `discussions.${code}`, field })
    expect(await testServer.sql('select (select count(*) from polls) p, (select count(*) from threads) t')).toEqual([
      before,
    ])
  })
})

describe('a vote', () => {
  it('is counted, and lets its member see the results (OP-VotePoll, FIELD-poll.options.vote_count)', async () => {
    const poll = await open()
    expect(counts(await read(marcus, poll))).toEqual([null, null])
    const answer = await vote(marcus, poll, 1)
    expect(answer.data!.votePoll).toMatchObject({
      num_of_votes: 1,
      results_visible: true,
      my_vote: { option_id: poll.options[1]!.id, text: null },
    })
    expect(counts(answer.data!.votePoll)).toEqual([0, 1])
  })

  it('is counted once, however often and however much at once it comes', async () => {
    const poll = await open()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => vote(marcus, poll, at % 2)))
    const codes = answers.map(({ code }) => code).filter(Boolean)
    expect(codes).toHaveLength(25)
    expect(new Set(codes)).toEqual(new Set(['discussions.vote_final']))
    expect((await read(helen, poll))!.num_of_votes).toBe(1)
    expect(await testServer.sql('select from poll_votes where poll_id = $1', [poll.id])).toHaveLength(1)
  })

  it('of 50 members at once is 50 votes', async () => {
    const poll = await open()
    const readers = await testServer.sql<{ id: number }>(
      `select u.id from users u join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = $1
       where not u.suspended and u.current_state = 'full access' order by u.id limit 50`,
      [legal],
    )
    const clients = await Promise.all(readers.map(({ id }) => testServer.memberById(id)))
    const answers = await Promise.all(clients.map((client, at) => vote(client, poll, at % 2)))
    expect(answers.filter(({ code }) => code)).toEqual([])
    const seen = await read(helen, poll)
    expect(seen!.num_of_votes).toBe(clients.length)
    expect(counts(seen)).toEqual([Math.ceil(clients.length / 2), Math.floor(clients.length / 2)])
  })

  it('can be changed until the end where the author allowed that', async () => {
    const poll = await open({ can_change_vote: true })
    await vote(marcus, poll, 0)
    expect(counts((await vote(marcus, poll, 1)).data!.votePoll)).toEqual([0, 1])
    await end(poll)
    expect(await vote(marcus, poll, 0)).toMatchObject({ code: 'discussions.poll_ended' })
    expect(counts(await read(marcus, poll))).toEqual([0, 1])
  })

  it('for something else carries its words, and only then (FIELD-poll.votes.text)', async () => {
    const poll = await open({ allow_other: true })
    expect(await vote(marcus, poll, 2)).toMatchObject({ code: 'discussions.vote_text', field: 'text' })
    expect(await vote(marcus, poll, 2, 'x'.repeat(201))).toMatchObject({ code: 'discussions.vote_text' })
    expect(await vote(marcus, poll, 0, 'words')).toMatchObject({ code: 'discussions.vote_text' })
    expect((await vote(marcus, poll, 2, ' Neither ')).data!.votePoll.my_vote).toMatchObject({ text: 'Neither' })
  })

  it('is refused for what is no option of the poll, and in a closed thread', async () => {
    const [poll, another] = [await open(), await open()]
    expect(await marcus.op(VotePoll, { poll_id: poll.id, option_id: another.options[0]!.id })).toMatchObject({
      code: 'discussions.option_not_found',
      field: 'option_id',
    })
    await testServer.sql('update threads set closed_at = now() where id = $1', [poll.thread_id])
    expect(await vote(marcus, poll, 0)).toMatchObject({ code: 'discussions.poll_ended' })
  })

  it('of a suspended member does not count (ROLE-suspended-excluded)', async () => {
    const poll = await open()
    await vote(marcus, poll, 0)
    await vote(camille, poll, 0)
    await testServer.sql('update users set suspended = true where id = $1', [camille.id])
    expect(await read(helen, poll)).toMatchObject({ num_of_votes: 1, votes: [{ user: { id: marcus.id } }] })
    await testServer.sql('update users set suspended = false where id = $1', [camille.id])
    expect((await read(helen, poll))!.num_of_votes).toBe(2)
  })
})

describe('results', () => {
  it('leak to nobody before they vote: no count, no order, nobody’s vote, no file', async () => {
    const poll = await open()
    const before = JSON.stringify(await read(camille, poll))
    await vote(marcus, poll, 1)
    expect(JSON.stringify(await read(camille, poll))).toBe(before)
    expect(await read(camille, poll)).toMatchObject({
      results_visible: false,
      num_of_votes: null,
      votes: [],
      results_file: null,
      options: [{ vote_count: null }, { vote_count: null }],
    })
    const { threads: feed } = await camille.ask(threads, { isPoll: true, limit: 1 })
    expect(feed.items[0]!.thread.poll).toMatchObject({ id: poll.id, num_of_votes: null })
    const file = await camille.send('GET', `/api/polls/${poll.id}/results.csv`)
    const missing = await camille.send('GET', '/api/polls/999999999/results.csv')
    expect([file.status, file.text]).toEqual([missing.status, missing.text])
    expect(await camille.op(ViewPollResults, { poll_id: poll.id })).toMatchObject({
      code: 'discussions.results_hidden',
    })
  })

  it('are seen by the author, staff, and everybody after the end', async () => {
    const poll = await open()
    await vote(marcus, poll, 1)
    for (const who of [helen, staff]) expect(counts(await read(who, poll))).toEqual([0, 1])
    await end(poll)
    expect(counts(await read(camille, poll))).toEqual([0, 1])
  })

  it('name who voted for what to the author and staff, to others only themselves (FIELD-poll.votes.user)', async () => {
    const poll = await open()
    await vote(marcus, poll, 0)
    await vote(camille, poll, 1)
    const votersFor = async (who: Client) => (await read(who, poll))!.votes.map(({ user }) => user.id).toSorted()
    for (const who of [helen, staff]) expect(await votersFor(who)).toEqual([marcus.id, camille.id].toSorted())
    expect(await votersFor(marcus)).toEqual([marcus.id])
    await end(poll)
    expect(await votersFor(samuel).catch(() => 'hidden')).toBe('hidden')
    expect(await votersFor(await testServer.member(demoMembers.trial))).toEqual([])
  })

  it('are marked as seen (OP-ViewPollResults, FIELD-poll.viewed_results, STATE-poll-results-viewed)', async () => {
    const poll = await open()
    expect((await read(helen, poll))!.viewed_results).toBe(false)
    const { viewPollResults } = await helen.ask(ViewPollResults, { poll_id: poll.id })
    expect(viewPollResults).toMatchObject({ id: poll.id, viewed_results: true })
    await helen.ask(ViewPollResults, { poll_id: poll.id })
    expect((await read(marcus, poll))!.viewed_results).toBe(false)
  })

  it('come as a file without formulas, with names only for the author and staff (FIELD-poll.results_file)', async () => {
    const poll = await open({ options: ['=1+1', '@sum', 'A, "b"'], allow_other: true })
    await vote(marcus, poll, 0)
    await vote(camille, poll, 3, '+cmd')
    const path = (await read(marcus, poll))!.results_file!
    const mine = await marcus.send('GET', path)
    expect(mine.status).toBe(200)
    expect(mine.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(mine.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Option,Votes,Percent',
      "'=1+1,1,50",
      "'@sum,0,0",
      '"A, ""b""",0,0',
      'Other,1,50',
    ])
    for (const who of [helen, staff]) {
      const { text } = await who.send('GET', path)
      expect(text).toContain('Marcus Oyelaran')
      expect(text).toContain("'+cmd")
    }
    expect((await testServer.anonymous().send('GET', path)).status).toBe(401)
    const other = await samuel.send('GET', path)
    expect([other.status, other.text]).toEqual(
      await samuel.send('GET', '/api/polls/999999999/results.csv').then(({ status, text }) => [status, text]),
    )
  })
})

describe('a poll of another network', () => {
  it('is not there: not to read, not to vote in, not among the active', async () => {
    const poll = await open({ peer_network_ids: [legal] })
    expect(await read(samuel, poll)).toBeNull()
    const missing = await samuel.op(VotePoll, { poll_id: 999_999_999, option_id: 1 })
    expect(await vote(samuel, poll, 0)).toMatchObject({ code: missing.code, text: missing.text })
    expect((await samuel.ask(ActivePolls, {})).active_polls.map(({ id }) => id)).not.toContain(poll.id)
    expect(await testServer.sql('select from poll_votes where poll_id = $1', [poll.id])).toEqual([])
  })
})

describe('active polls', () => {
  const activeFor = async (who: Client) => (await who.ask(ActivePolls, {})).active_polls
  it('are those that are approved and open (OP-ActivePolls, DECISION-poll-approval)', async () => {
    const [waiting, approved, over] = [await open(), await open(), await open()]
    for (const { thread_id } of [approved, over]) {
      await testServer.sql('update threads set processed = true, approved = true where id = $1', [thread_id])
      await testServer.sql('select refresh_threads(array[$1::bigint])', [thread_id])
    }
    await end(over)
    const ids = (await activeFor(marcus)).map(({ id }) => id)
    expect(ids).toContain(approved.id)
    expect(ids).not.toContain(waiting.id)
    expect(ids).not.toContain(over.id)
    expect((await read(marcus, approved))!.approved).toBe(true)
    // While it waits for staff, members can already vote, as they can reply to its thread.
    expect((await vote(marcus, waiting, 0)).code).toBeUndefined()
  })

  it('end at their end date, and open pages learn it (STATE-poll-active)', async () => {
    const poll = await open({ end_date: inDays(1) })
    const stream = await marcus.stream()
    await vote(camille, poll, 0)
    const told = await stream.next(({ data }) => data['signal'] === 'polls.voted' && data['poll_id'] === poll.id)
    expect(told.data).toEqual({ signal: 'polls.voted', thread_id: poll.thread_id, poll_id: poll.id })
    await end(poll)
    await testServer.sql(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
      `polls:end:${poll.thread_id}`,
    ])
    await testServer.runJobs()
    await stream.next(({ data }) => data['signal'] === 'polls.ended' && data['poll_id'] === poll.id)
    expect(await read(marcus, poll)).toMatchObject({ active: false, results_visible: true, num_of_votes: 1 })
    expect(await testServer.sql('select active from polls where id = $1', [poll.id])).toEqual([{ active: false }])
    stream.close()
  })
})
