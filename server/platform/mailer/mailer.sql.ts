import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** SQL for outgoing emails. */
export const insertMail = statement(
  'insert-mail',
  { to: 'text', kind: 'text', subject: 'text', text: 'text', html: 'text', messageId: 'text', facts: 'jsonb' },
  (p) => sql`insert into outgoing_mails ("to", kind, subject, text, html, message_id, headers)
    values (${p.to}, ${p.kind}, ${p.subject}, ${p.text}, ${p.html}, ${p.messageId}, ${p.facts}) returning id`,
)
/** Many at once, each with the job that sends it. Returns the ids in the order given. */
export const insertMails = statement(
  'insert-mails',
  { mails: 'jsonb', requestId: 'text' },
  (p) => sql`
    with given as (
      select x.*, nextval(pg_get_serial_sequence('outgoing_mails', 'id')) as id
      from jsonb_to_recordset(${p.mails}) as x ("to" text, kind text, subject text, text text, html text, message_id text, headers jsonb,
        sender_name text, sender_address text, return_path text)),
    written as (
      insert into outgoing_mails (id, "to", kind, subject, text, html, message_id, headers, sender_name, sender_address, return_path)
      overriding system value
      select id, "to", kind, subject, text, html, message_id, headers, sender_name, sender_address, return_path from given returning id)
    select id, graphile_worker.add_job('mailer:send', json_strip_nulls(json_build_object('id', id, 'request_id', ${p.requestId}))) from written order by id`,
)
/** The row lock ensures that one worker sends each email. */
export const claimMail = statement(
  'claim-mail',
  { id: 'bigint' },
  (
    p,
  ) => sql`select id, "to", subject, text, html, message_id, headers, sender_name, sender_address, return_path, attempts
    from outgoing_mails
    where id = ${p.id} and state = 'queued' for update skip locked`,
)
/** A slow mail server has several timeouts in sequence. Together they exceed the usual limit for idle transactions. */
export const allowLongTransaction = "set local idle_in_transaction_session_timeout = '3min'"
export const keepMail = statement(
  'keep-mail',
  { id: 'bigint' },
  (p) =>
    sql`update outgoing_mails set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null where id = ${p.id}`,
)
/** After delivery, the links and codes in the email are no longer needed here, so delete its text. */
export const markSent = statement(
  'mark-mail-sent',
  { id: 'bigint' },
  (p) => sql`
    update outgoing_mails set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null, text = '', html = ''
    where id = ${p.id}`,
)
export const markTried = statement(
  'mark-mail-tried',
  { id: 'bigint', state: 'text', error: 'text' },
  (p) =>
    sql`update outgoing_mails set state = ${p.state}, attempts = attempts + 1, error = ${p.error} where id = ${p.id}`,
)
/** Only a failed one: the words of a sent one are gone, and a queued one has its job. */
export const requeueMail = statement(
  'requeue-mail',
  { id: 'bigint' },
  (p) => sql`update outgoing_mails set state = 'queued', attempts = 0, error = null
    where id = ${p.id} and state = 'failed' and text <> ''`,
)
export const sweepMails = `
  delete from outgoing_mails where created_at < now() - interval '30 days'`
export const selectMails = statement(
  'select-mails',
  {},
  () => sql`select id, "to", kind, subject, text, state, attempts, error, created_at, sent_at
    from outgoing_mails order by created_at desc, id desc limit 100`,
)
export const selectMailHtml = statement(
  'select-mail-html',
  { id: 'bigint' },
  (p) => sql`select html from outgoing_mails where id = ${p.id}`,
)
