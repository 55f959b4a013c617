import type pg from 'pg'
import { requireFeature } from '#server/features/networks/index.ts'
import {
  claimValues,
  type ClaimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import type { Member } from '#server/platform/session/sessions.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { countActs, countedBefore, limitsOf, type Limits } from '#server/platform/limits/limits.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { requestedFiles } from '#server/platform/uploads/claim-uploads.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { CREATION_ACCESS, type ThreadType } from '#shared/discussions.ts'
import { TOPIC_LENGTH } from '#shared/posts.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { refuseAtOnce, requireAnonymousText } from '#server/features/discussions/anonymity/anonymity.actions.ts'
import { attachFiles } from '#server/features/discussions/threads/attachments.actions.ts'
import {
  EMPTY_BODY,
  cleanBody,
  isBlank,
  mentionsAsked,
  noBody,
  type Mentionable,
} from '#server/features/discussions/threads/post-body.ts'
import { published } from '#server/features/discussions/threads/discussions.signals.ts'
import {
  insertThread,
  refreshThread,
  selectCreationNetworks,
  selectKnown,
  selectMentionable,
  threadChannels,
  upsertView,
} from '#server/features/discussions/threads/discussions.sql.ts'
import {
  writeExpertTags,
  newExperts,
  prepareExpertTags,
  type ExpertTagArgs,
} from '#server/features/discussions/expert-tags/message-experts.actions.ts'
import { requireThread } from '#server/features/discussions/reading/reading.actions.ts'
import { restPresence } from '#server/features/discussions/anonymity/waiting.sql.ts'

interface CreationNetwork {
  id: number
  is_usual: boolean
}

export interface ThreadArgs extends Pick<ExpertTagArgs, 'experts'> {
  body: string
  topic: string
  thread_type?: ThreadType | null
  mentions?: number[] | null
  geographies?: number[] | null
  areas_of_expertise?: number[] | null
  peer_network_ids?: number[] | null
  attachments?: UploadedFile[] | null
  is_anonymous?: boolean | null
  idempotency_key: string
}

export interface PostOptions {
  clean: CleanUploads
  /** A delayed post whose time has come: it was counted and checked before. */
  isDue?: boolean
  /** Other: by email. It is shown to nobody else before staff approve it. */
  source?: 'web' | 'other'
}

/** Starts a discussion, a document request or a recommendation request. Resolves to the thread's id. */
export async function createThread(
  pool: pg.Pool,
  bus: Bus,
  call: Call<ThreadArgs>,
  { clean, isDue = false, source = 'web' }: PostOptions,
): Promise<number> {
  const { idempotency_key, ...asked } = call.args
  const intent: IdempotentRequest = { userId: call.viewer.id, key: idempotency_key, operation: 'createThread', asked }
  const claimed = claimValues(intent)
  const files = requestedFiles(call.args.attachments)
  const thread = await orEarlierResult(pool, intent, async () => {
    if (!isDue) await refuseAtOnce(pool, call.args.is_anonymous ?? false)
    return prepareThread(pool, call, { type: offeredKind(call.args.thread_type), clean })
  })
  if (typeof thread === 'number') return thread
  const limits = isDue ? countedBefore(pool, call.viewer.id) : await limitsOf(pool, call.viewer)
  return transaction(pool, bus, async (tx) => {
    const values = { ...thread.values, source }
    const id = await writeThread(tx, claimed, { ...thread, values, limits, files })
    return id ?? (await earlierResult(tx, intent))!
  })
}

/** Writes and announces the thread. Returns undefined if the idempotency key was already claimed. */
export async function writeThread(
  tx: Transaction,
  claimed: ClaimValues,
  { values, mentions, naming, isAnonymous, limits, files }: NewThread,
): Promise<number | undefined> {
  const authorId = limits.memberId
  const { rows } = await tx.query<{ id: number; message_id: number }>(insertThread({ ...claimed, ...values }))
  if (!rows[0]) return undefined
  const acts = { thread: 1, mention: mentions, expert: naming ? newExperts(naming) : 0 }
  await countActs(tx, limits, acts)
  const { id, message_id: messageId } = rows[0]
  await attachFiles(tx, { userId: authorId, messageId, files })
  await tx.query(refreshThread({ threadId: id }))
  if (isAnonymous) await tx.query(restPresence({ messageId }))
  if (naming) await writeExpertTags(tx, { messageId, threadId: id, authorId, isPrivate: false, isAnonymous }, naming)
  const { rows: placed } = await tx.query<{ channels: number[] }>(threadChannels({ threadId: id }))
  const actorId = isAnonymous ? null : authorId
  tx.announce(published({ id, messageId, actorId, channels: placed[0]!.channels }))
  return id
}

export function offeredKind(given: ThreadType | null | undefined): ThreadType {
  if (given === 'poll')
    throw problem('discussions.kind_not_offered', {
      message: 'A poll needs options to choose from, so it is opened with CreatePoll.',
      field: 'thread_type',
    })
  return given ?? 'discussion'
}

interface Prepared {
  /** Parameters of `insertThread` after the claim. */
  values: Omit<Parameters<typeof insertThread>[0], keyof ClaimValues>
  isAnonymous: boolean
  /** The experts named in the post. */
  naming: Awaited<ReturnType<typeof prepareExpertTags>>
  /** How many members are mentioned. */
  mentions: number
}

interface NewThread extends Prepared {
  /** The author's limits. */
  limits: Limits
  files: readonly UploadedFile[]
}

export async function prepareThread(
  pool: pg.Pool,
  { viewer, args }: Pick<Call<ThreadArgs>, 'viewer' | 'args'>,
  { type, clean }: { type: ThreadType; clean: CleanUploads },
): Promise<Prepared> {
  const topic = topicOf(args.topic)
  if (type === 'poll') await requireFeature(pool, viewer, 'polls')
  if (type === 'recommendation_request') await requireFeature(pool, viewer, 'recommendations', 'thread_type')
  if (args.is_anonymous) await requireFeature(pool, viewer, 'anonymous_posts', 'is_anonymous')
  const allowed = await selectRows<CreationNetwork>(pool, selectCreationNetworks(CREATION_ACCESS[type]), viewer)
  const networkIds = networksOf(args.peer_network_ids ?? [], allowed)
  const asked = selectMentionable(networkIds, type, mentionsAsked(args.mentions))
  const mentionable = await selectRows<Mentionable>(pool, asked, viewer)
  // A poll's question may be sufficient without a body.
  const body = type === 'poll' && noBody(args.body) ? EMPTY_BODY : cleanBody(args.body, mentionable)
  const isAnonymous = args.is_anonymous ?? false
  const files = { asked: requestedFiles(args.attachments), clean }
  if (isAnonymous) await requireAnonymousText(pool, viewer, { text: `${topic}\n${body.text}`, files }, networkIds)
  const tags = await knownTags(pool, args)
  const { geographies, areas_of_expertise } = tags
  const values = {
    threadType: type,
    topic,
    text: body.text,
    html: body.html,
    networkIds,
    geographyIds: geographies,
    areaIds: areas_of_expertise,
    mentionedIds: body.mentioned,
    isAnonymous,
    source: 'web',
  }
  const mentions = body.mentioned.length
  return {
    values,
    isAnonymous,
    mentions,
    naming: await prepareExpertTags(pool, viewer, { experts: args.experts ?? null }),
  }
}

/** Records that the viewer opened a thread. Resolves to the thread's id. */
export async function trackThreadView(pool: pg.Pool, { viewer, args }: Call<{ thread_id: number }>): Promise<number> {
  await requireThread(pool, viewer, args.thread_id)
  await pool.query(upsertView({ userId: viewer.id, threadId: args.thread_id }))
  return args.thread_id
}

export function topicOf(given: string): string {
  const topic = given.replaceAll(/\s+/g, ' ').trim()
  if (isBlank(topic))
    throw problem('discussions.topic_empty', {
      message: 'Enter a topic for your discussion.',
      field: 'topic',
    })
  if (topic.length > TOPIC_LENGTH)
    throw problem('discussions.topic_too_long', {
      message: `The topic is ${topic.length} characters long. The limit is ${TOPIC_LENGTH}.`,
      field: 'topic',
    })
  return topic
}

/** Whether the member may start a discussion in this network. */
export async function canStartDiscussion(pool: pg.Pool, viewer: Member, networkId: number): Promise<boolean> {
  const allowed = await selectRows<CreationNetwork>(pool, selectCreationNetworks(CREATION_ACCESS.discussion), viewer)
  return allowed.some(({ id }) => id === networkId)
}

/** Every requested network must be allowed. Without a request: the primary network and those it allows. */
function networksOf(asked: readonly number[], allowed: readonly CreationNetwork[]): number[] {
  const ids = asked.length > 0 ? [...new Set(asked)] : allowed.filter(({ is_usual }) => is_usual).map(({ id }) => id)
  if (ids.length === 0 || ids.some((id) => !allowed.some((network) => network.id === id))) {
    throw forbidden(
      problem('discussions.network_refused', {
        message: 'You can’t start a discussion in this network. Choose one from the list.',
        field: 'peer_network_ids',
      }),
    )
  }
  return ids.sort((a, b) => a - b)
}

async function knownTags(pool: pg.Pool, { geographies, areas_of_expertise }: ThreadArgs) {
  const wanted = { geographies: [...new Set(geographies)], areas_of_expertise: [...new Set(areas_of_expertise)] }
  const { rows } = await pool.query<typeof wanted>(
    selectKnown({ geographyIds: wanted.geographies, areaIds: wanted.areas_of_expertise }),
  )
  const known = rows[0]!
  for (const field of ['geographies', 'areas_of_expertise'] as const) {
    if (known[field].length < wanted[field].length)
      throw problem('discussions.tag_unknown', {
        message: 'One of the tags is no longer available. Choose again from the list.',
        field,
      })
  }
  return known
}
