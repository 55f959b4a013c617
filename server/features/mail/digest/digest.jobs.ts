/** One email a day, after DIGEST_HOUR of the member's own time, if there is something new. */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { JobTools, Jobs } from '#server/platform/jobs/jobs.ts'
import { queueListMails, type ListMail } from '#server/platform/mailer/mailer.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { SEND_AFTER_SECONDS } from '#shared/mail.ts'
import { digestBounceAddress } from '../addresses/bounce-address.ts'
import type { MailSettings } from '../sending/sending.jobs.ts'
import { leaveUrl, renderDigest } from './digest-email.ts'
import { isAnythingNew, type DigestReader } from './digest-sections.ts'
import { readDigest, type DigestContent } from './digest-news.sql.ts'
import {
  enqueueDue,
  ensureMailMember,
  lockDigestMember,
  markDigest,
  selectZones,
  type DigestMember,
} from './digest.sql.ts'
import { dueDay } from './local-days.ts'

const DAY_MS = 86_400_000
/** After a long pause, a digest tells of the last week only. */
const LONGEST_MS = 7 * DAY_MS

export const DIGEST_SCHEDULE = '*/15 * * * * mail:digests'

export const digestJobs = (settings: MailSettings): Jobs => ({
  'mail:digests': ({ pool }: JobTools) => enqueueDigests(pool, new Date()),
  'mail:digest': (tools: JobTools, { user_id }: { user_id: number }) =>
    sendDigest(tools, user_id, { settings, now: new Date() }),
})

export async function enqueueDigests(pool: Pick<pg.Pool, 'query'>, now: Date): Promise<number[]> {
  const { rows } = await pool.query<{ time_zone: string }>(selectZones())
  const due = rows.flatMap(({ time_zone }) => {
    const day = dueDay(time_zone, now)
    return day ? [{ time_zone, day }] : []
  })
  const { rows: members } = await pool.query<{ id: number }>(
    enqueueDue({ zones: due.map(({ time_zone }) => time_zone), days: due.map(({ day }) => day) }),
  )
  return members.map(({ id }) => id)
}

/** The day is marked in the transaction that queues the email, so a job that ends early or runs twice sends once. */
function sendDigest({ pool, bus }: JobTools, userId: number, at: { settings: MailSettings; now: Date }): Promise<void> {
  return transaction(pool, bus, async (tx) => {
    await tx.query(ensureMailMember({ userId }))
    const { rows } = await tx.query<DigestMember>(lockDigestMember({ userId }))
    const member = rows[0]
    const day = member && dueDay(member.time_zone, at.now)
    if (!member || !day || (member.digest_on !== null && member.digest_on >= day)) return
    // Later posts may still be undone or corrected. The next digest tells of them.
    const until = new Date(at.now.getTime() - SEND_AFTER_SECONDS * 1000)
    await queue(tx, member, { ...at, day, until })
    await tx.query(markDigest({ userId, day, until }))
  })
}

interface Digest {
  settings: MailSettings
  now: Date
  day: string
  until: Date
}

function sinceOf({ digest_until }: DigestMember, until: Date): Date {
  const earliest = until.getTime() - (digest_until ? LONGEST_MS : DAY_MS)
  return new Date(Math.max(digest_until?.getTime() ?? earliest, earliest))
}

async function queue(tx: Transaction, member: DigestMember, digest: Digest): Promise<void> {
  const viewer = await viewerOf(tx, member.user_id)
  if (!viewer) return
  const since = sinceOf(member, digest.until)
  const content = await readDigest(tx, viewer, { since, until: digest.until })
  if (isAnythingNew(content)) await queueListMails(tx, [mailOf(content, { ...member, since }, digest)])
}

function mailOf(
  content: DigestContent,
  member: DigestMember & { since: Date },
  { settings, now, day }: Digest,
): ListMail {
  const { user_id: userId, time_zone: timeZone, without_words: withoutWords, since } = member
  const reader: DigestReader = { userId, timeZone, now, since, withoutWords }
  const [first] = content.networks
  const { domain, secret } = settings
  const mark = createHmac('sha256', secret).update(`digest ${userId} ${day}`).digest('hex').slice(0, 24)
  const support = settings.supportEmail(first!.theme)
  return {
    to: member.email,
    kind: 'digest',
    ...renderDigest(content, reader, settings),
    message_id: `d.${mark}@${domain}`,
    headers: {
      // Not the list: a reply would quote the whole digest to the group.
      'Reply-To': support,
      'List-Id': `${PRODUCT_NAME} daily digest <digest.${domain}>`,
      'List-Help': `<mailto:${support}>`,
      'List-Unsubscribe': `<${leaveUrl(settings, reader, ['network', first!.id])}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
      'X-Auto-Response-Suppress': 'All',
      'X-Loop': `digest@${domain}`,
    },
    sender_name: first!.name,
    sender_address: `${first!.local_part}@${domain}`,
    return_path: digestBounceAddress(settings, userId),
  }
}
