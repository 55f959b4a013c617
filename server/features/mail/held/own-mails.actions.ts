/** What members do with their own emails: post a held one, and add what was cut to a posted one. */
import { discussions, posting } from '#server/features/discussions/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { htmlOfText } from '#server/platform/html.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import { withoutKeys } from '../addresses/keys-in-text.ts'
import { mailLists } from '../lists/lists.access.ts'
import { mailNotFound, postAsMember, type ConfirmingTools } from './confirming.ts'
import { markLinesAdded } from '../inbound/inbound.sql.ts'

interface OwnMail {
  id: number
  state: string
  message_id: number | null
  cut_text: string
  can_be_posted: boolean
}

async function findOwnMail({ pool }: ConfirmingTools, viewer: Viewer, id: number): Promise<OwnMail> {
  const asked = new Parameter('mail', 'bigint', () => id)
  const [mail] = await selectRows<OwnMail>(
    pool,
    sql`select s.id, s.state, s.message_id, s.cut_text, s.can_be_posted from ${mailLists.own_sent_mails} s where s.id = ${asked}`,
    viewer,
  )
  if (!mail) throw mailNotFound()
  return mail
}

interface PostArgs {
  id: number
  text: string
  without_files?: boolean | null
}

/** The address of the email still decides to whom it goes. Repeated, it posts once. */
export async function postHeldMail(tools: ConfirmingTools, { viewer, args }: Call<PostArgs>): Promise<number> {
  const { state, can_be_posted } = await findOwnMail(tools, viewer, args.id)
  if (state === 'posted') return args.id
  const text = withoutKeys(args.text.trim(), tools.domain)
  if (!can_be_posted)
    throw problem('mail.cannot_post', {
      message: 'This email can’t be posted. Write it on the web instead.',
      field: 'id',
    })
  if (text === '') throw problem('mail.empty', { message: 'Write what you want to post.', field: 'text' })
  return postAsMember(tools, { id: args.id, userId: viewer.id, text, withoutFiles: args.without_files ?? false })
}

interface Post {
  id: number
  thread_id: number
  body: string
  is_original_message: boolean
  topic: string
}

/** An edit like any other: within its time, and reviewed again. */
export async function addCutLines(tools: ConfirmingTools, { viewer, args }: Call<{ id: number }>): Promise<number> {
  const { pool, bus } = tools
  const { id, state, message_id, cut_text } = await findOwnMail(tools, viewer, args.id)
  if (state !== 'posted') throw mailNotFound()
  if (cut_text === '') return id
  const asked = new Parameter('message', 'bigint', () => message_id)
  const [post] = await selectRows<Post>(
    pool,
    sql`select m.id, m.thread_id, m.body, m.is_original_message, t.topic
      from ${discussions.messages} m join ${discussions.threads} t on t.id = m.thread_id where m.id = ${asked}`,
    viewer,
  )
  if (!post) throw mailNotFound()
  const common = {
    body: post.body + linesAsHtml(cut_text),
    mentions: [...post.body.matchAll(/data-mention-id="(\d+)"/g)].map(([, member]) => Number(member)),
    idempotency_key: `inbound-lines:${id}`,
  }
  if (post.is_original_message)
    await posting.editThread(pool, bus, { viewer, args: { ...common, thread_id: post.thread_id, topic: post.topic } })
  else await posting.editMessage(pool, bus, { viewer, args: { ...common, message_id: post.id } })
  await pool.query(markLinesAdded({ id }))
  return id
}

/** Quoted lines stay quotes. */
function linesAsHtml(cutText: string): string {
  const isQuoted = (line: string) => line.startsWith('> ')
  const groups: string[][] = []
  for (const line of cutText.split('\n')) {
    const last = groups.at(-1)
    if (last && isQuoted(last[0]!) === isQuoted(line)) last.push(line)
    else groups.push([line])
  }
  return groups
    .map((lines) => {
      const html = htmlOfText(lines.map((line) => line.replace(/^(> )+/, '')).join('\n'))
      return isQuoted(lines[0]!) ? `<blockquote>${html}</blockquote>` : html
    })
    .join('')
}
