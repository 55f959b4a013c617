/** Statements of outgoing mail. */
export const insertMail = {
  name: 'insert-mail',
  text: `insert into outgoing_mails ("to", kind, subject, text, html, message_id, headers)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
}
/** Anyone who holds the row sends the mail; a second worker finds nothing to do. */
export const claimMail = {
  name: 'claim-mail',
  text: `select id, "to", subject, text, html, message_id, headers, attempts from outgoing_mails
    where id = $1 and state = 'queued' for update skip locked`,
}
/** A slow mail server is waited for in several steps, which together last longer than other transactions may stand open. */
export const allowLongTransaction = "set local idle_in_transaction_session_timeout = '3min'"
export const keepMail = {
  name: 'keep-mail',
  text: `update outgoing_mails set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null where id = $1`,
}
/** A link or a code that was delivered has no business here any more. */
export const markSent = {
  name: 'mark-mail-sent',
  text: `update outgoing_mails set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null, text = '', html = ''
    where id = $1`,
}
export const markTried = {
  name: 'mark-mail-tried',
  text: 'update outgoing_mails set state = $2, attempts = attempts + 1, error = $3 where id = $1',
}
export const sweepMails = `
  delete from outgoing_mails where created_at < now() - interval '30 days'`
export const selectMails = {
  name: 'select-mails',
  text: `select id, "to", kind, subject, text, state, attempts, error, created_at, sent_at
    from outgoing_mails order by created_at desc, id desc limit 100`,
}
export const selectMailHtml = { name: 'select-mail-html', text: 'select html from outgoing_mails where id = $1' }
