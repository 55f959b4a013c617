/** Threads, messages, likes, views and other activity as rows. */
import { plainText } from '#server/platform/html.ts'
import { people, requirePerson, type PersonSeed } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'
import { DAY, areaId, geographyId, networkId, type Row, type Rows } from './community-rows.ts'
import type { ReplySeed, ThreadSeed } from './discussions/thread.ts'
import { requireExpert } from './experts/directory.ts'
import { expertVotes } from './experts/expert-rows.ts'
import { htmlOfMarkup, mentionsIn } from './markup.ts'
import { networkAccess, type NetworkSlug } from './networks.ts'
import { threads } from './threads.ts'
import { nominalAge, replyTimes, startOf } from './timing.ts'

/** Newest last, so that ids ascend with the date as in real use. */
export const orderedThreads = threads.toSorted((a, b) => nominalAge(b.at) - nominalAge(a.at))

export const networksOf = (thread: ThreadSeed): NetworkSlug[] => [thread.network, ...(thread.also ?? [])]

export function canRead(person: PersonSeed, thread: ThreadSeed): boolean {
  const kind = thread.type ?? 'discussion'
  return networkAccess.some(
    (access) => access.kind === kind && person.networks.includes(access.from) && networksOf(thread).includes(access.to),
  )
}

interface Discussion {
  thread: ThreadSeed
  id: number
  start: Date
}

interface Post {
  id: number
  thread: Discussion
  sender: ReturnType<typeof requirePerson>
  text: string
  pub_date: Date
  likes: number
  reply?: ReplySeed
  parent?: Post
}

export function discussionRows(now: Date): Rows {
  const discussions = orderedThreads.map((thread, index) => ({ thread, id: index + 1, start: startOf(thread.at, now) }))
  let lastId = 0
  const posts = discussions.flatMap((discussion) => postsOf(discussion, now, () => (lastId += 1)))
  const likes = posts.flatMap((post) => likesOf(post, now)).map((like, index) => ({ id: index + 1, ...like }))
  return {
    threads: discussions.map(threadRow),
    thread_peer_networks: discussions.flatMap(({ thread, id }) =>
      networksOf(thread).map((slug) => ({ thread_id: id, peer_network_id: networkId(slug) })),
    ),
    thread_geographies: discussions.flatMap(({ thread, id }) =>
      (thread.geographies ?? []).map((name) => ({ thread_id: id, geography_id: geographyId(name) })),
    ),
    thread_areas_of_expertise: discussions.flatMap(({ thread, id }) =>
      (thread.areas ?? []).map((name) => ({ thread_id: id, area_of_expertise_id: areaId(name) })),
    ),
    messages: posts.map((post) => messageRow(post, likes.filter(({ entity_id }) => entity_id === post.id).length)),
    message_mentioned_users: posts.flatMap(({ id, text }) =>
      mentionsIn(text).map((user_id) => ({ message_id: id, user_id })),
    ),
    message_experts: posts.flatMap(({ id, reply }) =>
      (reply?.experts ?? []).map((key, index) => ({ message_id: id, expert_id: requireExpert(key), place: index + 1 })),
    ),
    likes: [...likes, ...expertVotes(likes.length + 1, now)],
    viewer_threads: viewsOf(discussions, posts, now),
  }
}

function threadRow({ thread, id, start }: Discussion): Row {
  const html = htmlOfMarkup(thread.text)
  return {
    id,
    author_id: requirePerson(thread.by).id,
    thread_type: thread.type ?? 'discussion',
    topic: thread.topic,
    cleaned_body: plainText(html),
    cleaned_html: html,
    pub_date: start,
    mod_date: start,
    processed: thread.review !== 'waiting',
    approved: thread.review === undefined,
    processed_date: thread.review === 'waiting' ? null : start,
  }
}

function postsOf(discussion: Discussion, now: Date, nextId: () => number): Post[] {
  const { thread, start } = discussion
  const opening: Post = {
    id: nextId(),
    thread: discussion,
    sender: requirePerson(thread.by),
    text: thread.text,
    pub_date: start,
    likes: thread.likes ?? Math.floor(4 * seededRandom(thread.topic) ** 2),
  }
  const posts = [opening]
  const named = new Map<string, Post>()
  const times = replyTimes(thread, start, now)
  for (const [index, reply] of (thread.replies ?? []).entries()) {
    const parent = reply.to === undefined ? opening : named.get(reply.to)
    if (parent === undefined) throw new Error(`“${thread.topic}” has no earlier reply called “${reply.to}”.`)
    const post: Post = {
      id: nextId(),
      thread: discussion,
      sender: requirePerson(reply.by),
      text: reply.text,
      pub_date: times[index]!,
      likes: reply.private || reply.review ? 0 : (reply.likes ?? Math.floor(4 * seededRandom(reply.text) ** 2)),
      reply,
      parent,
    }
    if (reply.id !== undefined) named.set(reply.id, post)
    posts.push(post)
  }
  return posts
}

function messageRow(post: Post, num_of_likes: number): Row {
  const { id, thread, sender, pub_date, reply, parent } = post
  const html = htmlOfMarkup(post.text)
  const review = reply === undefined ? thread.thread.review : reply.review
  const readers = [sender.id, parent?.sender.id ?? sender.id, requirePerson(thread.thread.by).id]
  const is_private = reply?.private ?? false
  return {
    id,
    thread_id: thread.id,
    sender_id: sender.id,
    message_replied_id: parent?.id ?? null,
    is_original_message: reply === undefined,
    is_private,
    private_reader_ids: is_private ? [...new Set(readers)].toSorted((a, b) => a - b) : [],
    subject: thread.thread.topic,
    body: html,
    parsed_body: html,
    cleaned_body: plainText(html),
    source: reply?.source ?? 'web',
    pub_date,
    // Staff do not review private replies, so these have no review columns.
    moderation_processed: is_private ? null : review !== 'waiting',
    moderation_approved: is_private ? null : review === undefined,
    processed_date: is_private || review === 'waiting' ? null : pub_date,
    num_of_likes,
  }
}

function likesOf({ id, thread, sender, likes, pub_date }: Post, now: Date) {
  const readers = people.filter(
    (person) =>
      person.key !== sender.key &&
      !person.suspended &&
      (person.state ?? 'full access') === 'full access' &&
      canRead(person, thread.thread),
  )
  const room = now.getTime() - pub_date.getTime()
  return readers
    .map((person) => ({ person, draw: seededRandom(`${person.key} likes ${id}`) }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, Math.min(likes, Math.ceil(readers.length * 0.85)))
    .map(({ person, draw }) => ({
      user_id: requirePerson(person.key).id,
      entity_type: 'message',
      entity_id: id,
      sentiment: true,
      created_at: new Date(pub_date.getTime() + room * draw ** 2),
    }))
}

/** Demo accounts have read most threads older than a day and a half, and all that are older than ten weeks. */
function viewsOf(discussions: Discussion[], posts: Post[], now: Date): Row[] {
  const readers = people.filter(({ account, staff, state }) => account && !staff && state !== 'onboarding')
  return readers.flatMap((person) =>
    discussions
      .filter(({ thread, start }) => {
        const age = now.getTime() - start.getTime()
        const isRead = age > 70 * DAY || (age > 1.5 * DAY && seededRandom(`${person.key} read ${thread.topic}`) < 0.85)
        return isRead && canRead(person, thread)
      })
      .map(({ id, start }) => {
        const last = posts.findLast((post) => post.thread.id === id)?.pub_date ?? start
        const late = (now.getTime() - last.getTime()) * seededRandom(`${person.key} opened ${id}`) ** 2
        return { user_id: requirePerson(person.key).id, thread_id: id, viewed_at: new Date(last.getTime() + late) }
      }),
  )
}
