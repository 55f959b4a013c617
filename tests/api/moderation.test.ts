/** Every state of a message or a thread, for every reader, against the rule in one line. */
import { describe, expect, it } from 'vitest'
import { thread, threads } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [author, sender, reader, outsider, staff] = [
  await testServer.member(demoMembers.member),
  await testServer.member(demoMembers.peer),
  await testServer.member(demoMembers.billing),
  await testServer.member(demoMembers.finance),
  await testServer.member(demoMembers.staff),
]
const viewers = { author, sender, reader, outsider, staff }
type ViewerName = keyof typeof viewers

const sources = ['web', 'other'] as const
const reviews = [
  { processed: null, approved: null },
  { processed: false, approved: false },
  { processed: false, approved: true },
  { processed: true, approved: true },
  { processed: true, approved: false },
] as const
const yesNo = [false, true] as const

describe('messages (STATE-message-visible)', async () => {
  const { id } = await insertThread(testServer, { author: author.id, networks: [legal] })
  const states = sources.flatMap((source) =>
    reviews.flatMap((review) =>
      yesNo.flatMap((isPrivate) => yesNo.map((removed) => ({ source, ...review, isPrivate, removed }))),
    ),
  )
  const made = new Map<number, (typeof states)[number]>()
  for (const state of states) {
    const { isPrivate, ...facts } = state
    made.set(
      await insertMessage(testServer, {
        thread: id,
        sender: sender.id,
        readers: isPrivate ? [author.id, sender.id] : [],
        ...facts,
      }),
      state,
    )
  }

  const isShown = (
    { source, processed, approved, isPrivate, removed }: (typeof states)[number],
    viewer: ViewerName,
  ) => {
    const visible = processed === null || approved === true || (source === 'web' && processed === false)
    // The sender also sees messages that wait, and those not approved, with the reason.
    const ownWaiting = viewer === 'sender' && processed !== null
    const mayRead = !isPrivate || ['author', 'sender', 'staff'].includes(viewer)
    return viewer !== 'outsider' && !removed && (visible || ownWaiting) && mayRead
  }

  it.each(Object.keys(viewers) as ViewerName[])('%s sees what the rule says and nothing else', async (viewer) => {
    const { thread: read } = await viewers[viewer].ask(thread, { id })
    const shown = new Set(read?.messages.map((message) => message.id))
    for (const [messageId, state] of made)
      expect({ ...state, viewer, shown: shown.has(messageId) }).toEqual({
        ...state,
        viewer,
        shown: isShown(state, viewer),
      })
  })

  it('counts what is shown to all, once as replies and once as private replies (STATE-message-is-reply)', async () => {
    const { thread: read } = await reader.ask(thread, { id })
    const counted = (isPrivate: boolean) =>
      states.filter((state) => state.isPrivate === isPrivate && isShown({ ...state, isPrivate: false }, 'reader'))
        .length
    expect(read).toMatchObject({
      num_of_responses: counted(false),
      num_of_private_responses: counted(true),
      count_of_entries: counted(false) + 1,
    })
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('tells the sender which of theirs await review, and nobody else', async () => {
    for (const client of [sender, reader]) {
      const { thread: read } = await client.ask(thread, { id })
      for (const message of read!.messages.filter((each) => made.has(each.id)))
        expect(message.awaiting_review).toBe(client === sender && made.get(message.id)!.processed === false)
    }
  })
})

describe('threads (STATE-thread-in-feed, STATE-thread-visible-recent-feed-items, DECISION-thread-visibility-combination)', () => {
  const states = sources.flatMap((source) =>
    reviews
      .slice(1)
      .flatMap((review) =>
        yesNo.map((removed) => ({ source, processed: review.processed!, approved: review.approved!, removed })),
      ),
  )
  it.each(states)('$source, processed $processed, approved $approved, removed $removed', async (state) => {
    const topic = `State ${JSON.stringify(state)}`
    const { id } = await insertThread(testServer, { author: author.id, networks: [legal], topic, ...state })
    const visible = !state.removed && (state.approved || (!state.processed && state.source === 'web'))
    const mayOpen: Record<ViewerName, boolean> = {
      author: visible || !state.removed,
      sender: visible,
      reader: visible,
      outsider: false,
      staff: true,
    }
    for (const [name, client] of Object.entries(viewers) as [ViewerName, typeof author][]) {
      const { thread: opened } = await client.ask(thread, { id })
      const { threads: feed } = await client.ask(threads, { limit: 25 })
      expect({ name, opened: opened !== null }).toEqual({ name, opened: mayOpen[name] })
      expect({ name, listed: feed.items.some((item) => item.thread.id === id) }).toEqual({
        name,
        listed: visible && name !== 'outsider',
      })
    }
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('is counted only while it is in the feed', async () => {
    const count = async () => (await reader.ask(threads, { limit: 0 })).threads.count
    const before = await count()
    const { id } = await insertThread(testServer, { author: author.id, networks: [legal] })
    expect(await count()).toBe(before + 1)
    await testServer.sql('update threads set processed = true, approved = false where id = $1', [id])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    expect(await count()).toBe(before)
  })
})
