/** Emails that came: each is stored once, decided once, and its words go after their time. */
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_PREFIX } from '#shared/mail.ts'

/** Days for which the email as it came is kept. */
const RAW_DAYS = 90
const TO_ANONYMOUS = sql`starts_with(recipient, ${trustedSql(`'${ANONYMOUS_PREFIX}'`)})`

export const selectListsOfAddresses = statement(
  'select-mail-lists-of-addresses',
  { localParts: 'text[]' },
  (p) => sql`select l.local_part::text from mail_lists l where l.local_part = any(${p.localParts}::citext[])`,
)

/** No row: it came before. */
export const insertInbound = statement(
  'insert-inbound-mail',
  {
    via: 'text',
    digest: 'text',
    recipient: 'text',
    otherRecipients: 'text[]',
    mailFrom: 'text',
    clientAddress: 'text',
    clientName: 'text',
    raw: 'bytea',
  },
  (p) => sql`
    insert into inbound_mails (via, digest, recipient, other_recipients, mail_from, client_address, client_name, raw)
    values (${p.via}, ${p.digest}, ${p.recipient}, ${p.otherRecipients}, ${p.mailFrom}, ${p.clientAddress}, ${p.clientName}, ${p.raw})
    on conflict (digest) do nothing returning id`,
)

export interface Inbound {
  id: number
  via: 'http' | 'smtp' | 'lmtp'
  recipient: string
  other_recipients: string[]
  mail_from: string
  client_address: string
  client_name: string
  raw: Buffer
  is_recent: boolean
}

/** Undecided. */
export const selectUndecided = statement(
  'select-undecided-mail',
  { id: 'bigint' },
  (p) => sql`
    select id, via, recipient, other_recipients, mail_from, client_address, client_name, raw,
      received_at > now() - interval '1 hour' as is_recent
    from inbound_mails where id = ${p.id} and state = 'received' and reason is null and raw is not null`,
)

/** Of the member, as it came. */
export const selectOwnMail = statement(
  'select-own-mail',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    select id, via, recipient, other_recipients, mail_from, client_address, client_name, raw, true as is_recent
    from inbound_mails where id = ${p.id} and user_id = ${p.userId} and raw is not null and reason is distinct from 'other_sender'`,
)

/** Asked about, or posted since: a second answer changes nothing then. */
export const isAskedAbout = statement(
  'is-mail-asked-about',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    select i.id from inbound_mails i
    where i.id = ${p.id} and i.user_id = ${p.userId} and (i.state = 'posted' or (i.state = 'held' and i.reason = 'sensitive'))`,
)

export const markConfirmed = statement(
  'mark-confirmed-mail',
  { id: 'bigint', threadId: 'bigint', messageId: 'bigint', postedText: 'text' },
  (p) => sql`
    update inbound_mails set state = 'posted', reason = null, explanation = '', thread_id = ${p.threadId}, message_id = ${p.messageId},
      posted_text = ${p.postedText}, decided_at = now()
    where id = ${p.id} and state = 'held'`,
)

export const markLinesAdded = statement(
  'mark-cut-lines-added',
  { id: 'bigint' },
  (p) => sql`
    update inbound_mails set posted_text = posted_text || E'\n\n' || cut_text, cut_text = ''
    where id = ${p.id} and cut_text <> ''`,
)

/** `explanation`: what kind of failure it was, and its code. */
export const markBounce = statement(
  'mark-inbound-bounce',
  { id: 'bigint', explanation: 'text' },
  (p) => sql`
    update inbound_mails set state = 'not_posted', reason = 'bounce', explanation = ${p.explanation}, decided_at = now()
    where id = ${p.id} and state = 'received'`,
)

/** No row: it was decided in the meantime. */
export const decideInbound = statement(
  'decide-inbound-mail',
  {
    id: 'bigint',
    state: 'text',
    reason: 'text',
    explanation: 'text',
    userId: 'bigint',
    audience: 'text',
    threadId: 'bigint',
    messageId: 'bigint',
    subject: 'text',
    sender: 'text',
    postedText: 'text',
    cutText: 'text',
    verdict: 'jsonb',
    isWithoutWords: 'boolean',
  },
  (p) => sql`
    update inbound_mails set state = ${p.state}, reason = ${p.reason}, explanation = ${p.explanation}, user_id = ${p.userId},
      audience = ${p.audience}, thread_id = ${p.threadId}, message_id = ${p.messageId}, subject = ${p.subject},
      sender = ${p.sender}, posted_text = ${p.postedText}, cut_text = ${p.cutText}, verdict = ${p.verdict}, decided_at = now(),
      raw = case when not ${p.isWithoutWords} then raw end
    where id = ${p.id} and state = 'received' returning id`,
)

export interface Answered {
  id: number
  thread_id: number
  is_original_message: boolean
  /** The member asked or answered anonymously in this discussion. */
  is_hidden_author: boolean
}

/** The message that an email answers, as stored; whether the member may read it is for the action to decide. */
export const selectAnswered = statement(
  'select-answered-message',
  { messageId: 'bigint', userId: 'bigint' },
  (p) => sql`
    select m.id, m.thread_id, m.is_original_message,
      exists (select from anonymous_messages a where a.thread_id = m.thread_id and a.user_id = ${p.userId}) as is_hidden_author
    from messages m where m.id = ${p.messageId}`,
)

export interface Writer {
  id: number
  first_name: string
  addresses: string[]
}

const WRITER = sql`
  select u.id, u.first_name, array_remove(array[lower(u.email::text), lower(u.secondary_email::text)], null) as addresses from users u`
/** The reply addresses of an account that was merged are those of the account it was merged into. */
export const selectWriter = statement(
  'select-mail-writer',
  { userId: 'bigint' },
  (p) =>
    sql`${WRITER} where u.id = coalesce((select g.into_id from member_merges g where g.from_id = ${p.userId}), ${p.userId})`,
)
export const selectWriterOfAddress = statement(
  'select-mail-writer-of-address',
  { address: 'citext' },
  (p) =>
    sql`${WRITER} where u.email = ${p.address} or u.secondary_email = ${p.address} order by u.email = ${p.address} desc limit 1`,
)
export const selectOpening = statement(
  'select-opening-of-mail',
  { threadId: 'bigint' },
  (p) => sql`select m.id from messages m where m.thread_id = ${p.threadId} and m.is_original_message`,
)
export const selectThreadOfMessage = statement(
  'select-thread-of-mail',
  { messageId: 'bigint' },
  (p) => sql`select m.thread_id from messages m where m.id = ${p.messageId}`,
)

/** How many emails of the member today waited for a word of theirs. */
export const countAsked = statement(
  'count-mails-asked-about',
  { userId: 'bigint', reasons: 'text[]' },
  (p) => sql`select count(*)::integer as asked from inbound_mails m
    where m.user_id = ${p.userId} and m.reason = any(${p.reasons}) and m.decided_at > now() - interval '1 day'`,
)

/** No row: this address was answered today. */
export const insertAnswer = statement(
  'insert-mail-answer',
  { address: 'citext' },
  (p) => sql`insert into mail_answers (address) values (${p.address}) on conflict do nothing returning address`,
)

/**
 * The email as it came goes; what was posted and cut stays with its member. What is nobody's goes as a whole, and that
 * somebody wanted to ask without a name.
 */
export const sweepRaw = statement(
  'sweep-inbound-mails',
  {},
  () => sql`
    with old as (
      select id, user_id is null or ${TO_ANONYMOUS} as is_nobodys from inbound_mails
      where state <> 'received' and (raw is not null or ${TO_ANONYMOUS}) and received_at < now() - interval '${RAW_DAYS} days'),
    gone as (delete from inbound_mails m using old o where m.id = o.id and o.is_nobodys)
    update inbound_mails m set raw = null from old o where m.id = o.id and not o.is_nobodys`,
)
export const sweepAnswers = statement(
  'sweep-mail-answers',
  {},
  () => sql`delete from mail_answers where answered_on < current_date - 1`,
)
