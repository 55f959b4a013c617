/** The headers by which mail programs group a discussion and know a list (RFC 2369, 2919, 5064, 8058). */
import { createHmac } from 'node:crypto'
import { threadPath } from '#shared/discussions.ts'
import { oneLine } from '#server/platform/mailer/email-template.ts'
import type { Post } from './sending.sql.ts'

export interface ListSettings {
  domain: string
  secret: string
  publicUrl: string
  supportEmail: string
}

/** The same for all recipients. It tells the message and cannot be guessed, so no stranger's mail joins a discussion. */
export function messageIdOf({ domain, secret }: Pick<ListSettings, 'domain' | 'secret'>, messageId: number): string {
  const mark = createHmac('sha256', secret).update(`message id ${messageId}`).digest('hex').slice(0, 20)
  return `m.${messageId}.${mark}@${domain}`
}

/** The id of our message, or undefined if we did not write this Message-ID. Without angle brackets. */
export function readMessageId(settings: Pick<ListSettings, 'domain' | 'secret'>, value: string): number | undefined {
  const [, id] = /^m\.(\d{1,15})\.[0-9a-f]{20}@/i.exec(value.trim()) ?? []
  return id && messageIdOf(settings, Number(id)) === value.trim().toLowerCase() ? Number(id) : undefined
}

export const listAddress = ({ domain }: Pick<ListSettings, 'domain'>, { list }: Pick<Post, 'list'>) =>
  `${list.local_part}@${domain}`

/** The display name may hold commas and quotes: nodemailer quotes it. */
export const senderName = (author: string, { list }: Pick<Post, 'list'>) => oneLine(`${author} via ${list.name}`)

export function listHeaders(
  post: Post,
  settings: ListSettings,
  personal: { leave: string; replyTo: string },
): Record<string, string> {
  const { domain, publicUrl, supportEmail } = settings
  const { list } = post
  const id = (messageId: number) => `<${messageIdOf(settings, messageId)}>`
  const references = [...new Set([post.opening_id, ...(post.parent_id ? [post.parent_id] : [])])].filter(
    (each) => each !== post.id,
  )
  return {
    'Reply-To': personal.replyTo,
    'List-Id': `${oneLine(list.name).replaceAll(/[<>"]/g, '')} <${list.local_part}.${domain}>`,
    'List-Post': `<mailto:${listAddress(settings, post)}>`,
    'List-Archive': `<${publicUrl}${threadPath(post.thread_id)}>`,
    'List-Help': `<mailto:${supportEmail}>`,
    'List-Unsubscribe': `<${personal.leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'list',
    'X-Auto-Response-Suppress': 'All',
    'X-Loop': listAddress(settings, post),
    ...(references.length > 0 && { References: references.map(id).join(' '), 'In-Reply-To': id(references.at(-1)!) }),
  }
}
