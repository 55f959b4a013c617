/** Posts or saves what an email says with the same actions as the web, once: the key of the email claims the post. */
import { writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { posting } from '#server/features/discussions/index.ts'
import { requireFeature } from '#server/features/networks/index.ts'
import { resultOfKey } from '#server/platform/database/idempotency.ts'
import { FILE_MODE } from '#server/platform/private-files.ts'
import { Problem } from '#server/platform/problems.ts'
import type { Member, Session } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import { storeFile, withoutTraces, type FileStore } from '#server/platform/uploads/store-file.ts'
import { TOPIC_LENGTH } from '#shared/posts.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import type { InboundBody } from './inbound-body.ts'
import { selectOpening, selectThreadOfMessage, type Answered } from './inbound.sql.ts'

export interface PostTools extends FileStore {
  pool: pg.Pool
  bus: Bus
  clean: CleanUploads
}

export interface Wanted {
  mailId: number
  viewer: Member
  body: InboundBody
  post: { answered: Answered; isPrivate: boolean } | { topic: string; networkId: number }
}

export interface Place {
  threadId: number
  messageId: number
}
export type PostResult = Place | { refused: string; isFile: boolean }

export async function postMail(tools: PostTools, wanted: Wanted): Promise<PostResult> {
  const claim = { userId: wanted.viewer.id, key: `inbound:${wanted.mailId}` }
  const isThread = 'topic' in wanted.post
  const earlier = await resultOfKey(tools.pool, claim)
  if (earlier !== undefined) return placeOf(tools.pool, earlier, isThread)
  let isFile = true
  try {
    const files = await storeFiles(tools, wanted)
    isFile = false
    return await placeOf(tools.pool, await write(tools, wanted, { files, key: claim.key }), isThread)
  } catch (error) {
    // If the scanner does not answer or the disk is full, the job is retried: the member did nothing wrong.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const other = await resultOfKey(tools.pool, claim)
    return other === undefined ? { refused: error.message, isFile } : placeOf(tools.pool, other, isThread)
  }
}

async function write(
  { pool, bus, clean }: PostTools,
  { viewer, body, post }: Wanted,
  { files, key }: { files: UploadedFile[]; key: string },
): Promise<number> {
  const options = { clean, source: 'other' as const }
  const common = { body: body.html, attachments: files, idempotency_key: key }
  const session = viewer as Session
  if ('topic' in post) {
    const args = { ...common, topic: post.topic, peer_network_ids: [post.networkId] }
    return posting.createThread(pool, bus, { viewer: session, args }, options)
  }
  const { answered, isPrivate } = post
  const args = {
    ...common,
    thread_id: answered.thread_id,
    isPrivate,
    message_replied_id: answered.is_original_message ? null : answered.id,
  }
  const made = await posting.replyToThread(pool, bus, { viewer: session, args }, options)
  return typeof made === 'number' ? made : made.made
}

async function placeOf(pool: pg.Pool, id: number, isThread: boolean): Promise<Place> {
  if (isThread) {
    const { rows } = await pool.query<{ id: number }>(selectOpening({ threadId: id }))
    return { threadId: id, messageId: rows[0]!.id }
  }
  const { rows } = await pool.query<{ thread_id: number }>(selectThreadOfMessage({ messageId: id }))
  return { threadId: rows[0]!.thread_id, messageId: id }
}

async function storeFiles(tools: PostTools, { viewer, body }: Wanted): Promise<UploadedFile[]> {
  const stored: UploadedFile[] = []
  for (const { name, content } of body.files)
    stored.push(
      await withoutTraces(tools.blobs, async ({ given }) => {
        await writeFile(given, content, { mode: FILE_MODE })
        return storeFile(given, { name, userId: viewer.id }, tools)
      }),
    )
  return stored
}

interface AnonymousQuestion {
  mailId: number
  viewer: Member
  topic: string
  networkId: number
  body: InboundBody
}

/** The draft under which the web continues a new discussion; one that is there stays. */
const NEW_THREAD = 'new'

/** Without files and without the lines that were cut: both may name the author. */
export async function saveAnonymousDraft(
  { pool }: PostTools,
  { mailId, viewer, topic, networkId, body }: AnonymousQuestion,
): Promise<'saved' | ['draft_exists' | 'refused', string?]> {
  const content = {
    ...{ topic: topic.slice(0, TOPIC_LENGTH), html: body.html, text: body.text, is_anonymous: true },
    ...{ peer_network_ids: [networkId], areas_of_expertise: [], geographies: [] },
    // Decided again after a crash, it replaces only itself.
    device: `email-${mailId}`,
  }
  try {
    await requireFeature(pool, viewer, 'anonymous_posts')
    await posting.saveDraft(pool, { viewer: viewer as Session, args: { key: NEW_THREAD, content } })
    return 'saved'
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return error.code === 'discussions.draft_elsewhere' ? ['draft_exists'] : ['refused', error.message]
  }
}
