/** Real archives, if available, and an independent assignment of their messages to threads. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The folder of the real archives; SHARED_DATA overrides it. */
export const DATA = process.env['SHARED_DATA'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url))
export const here = (name: string) => existsSync(path.join(DATA, name))
/** For test names: whether the archive is available. */
export const note = (name: string) => (here(name) ? 'real' : `skipped: ${name} is not in the folder of SHARED_DATA`)

export async function* unpacked(name: string): AsyncGenerator<Buffer> {
  const xz = spawn('xzcat', [path.join(DATA, name)], { stdio: ['ignore', 'pipe', 'inherit'] })
  yield* xz.stdout as AsyncIterable<Buffer>
}

export const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`

export interface Post {
  message_id: string
  from_name: string
  from_email_hash: string
  date: string
  subject: string
  in_reply_to: string | null
  body: string
  thread_id: string
}

export async function readPosts(): Promise<Post[]> {
  const posts: Post[] = []
  const lines = createInterface({ input: Readable.from(unpacked('ml-rhelp-jsonl/r-help-2018-2022.jsonl.xz')) })
  for await (const line of lines) posts.push(JSON.parse(line))
  return posts
}

export const bare = (id: string) => /<([^<>]+)>/.exec(id)?.[1]?.replaceAll(/\s/g, '') ?? id.trim()

/** Returns a function from a post to the opening message of its thread; `threadOf` returns the thread of a post. */
export function opening(posts: readonly Post[], threadOf: (post: Post) => unknown): (post: Post) => string {
  const first = new Map<unknown, Post>()
  for (const post of posts) {
    const earliest = first.get(threadOf(post))
    if (!earliest || post.date < earliest.date) first.set(threadOf(post), post)
  }
  return (post) => bare(first.get(threadOf(post))!.message_id)
}

/** Share of the judged posts for which both functions return the same opening message. */
export const agreement = (judged: readonly Post[], one: (post: Post) => string, other: (post: Post) => string) =>
  judged.filter((post) => one(post) === other(post)).length / judged.length

/**
 * The oracle follows In-Reply-To within a calendar month. This version no longer contradicts its own data: a post is in
 * the thread of the post that it answers, together with other posts that answer the same missing one.
 */
export function mendedOracle(posts: readonly Post[]): (post: Post) => string {
  const joined = new Map<string, string>()
  const end = (id: string): string => (joined.has(id) ? end(joined.get(id)!) : id)
  const threads = new Map(posts.map((post) => [bare(post.message_id), post.thread_id]))
  for (const post of posts) {
    if (!post.in_reply_to) continue
    const answered = bare(post.in_reply_to)
    if (!threads.has(answered)) threads.set(answered, post.thread_id)
    const [mine, other] = [end(post.thread_id), end(threads.get(answered)!)]
    if (mine !== other) joined.set(mine, other)
  }
  return (post) => end(post.thread_id)
}
