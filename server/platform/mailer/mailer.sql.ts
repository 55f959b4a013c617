/** SQL for outgoing emails. */
export const insertMail = {
  name: 'insert-mail',
  text: `insert into outgoing_mails ("to", kind, subject, text, html, message_id, headers)
    values ($1, $2, $3, $4, $5, $6, $7) returning id`,
}
/** The row lock ensures that one worker sends each email. */
export const claimMail = {
  name: 'claim-mail',
  text: `select id, "to", subject, text, html, message_id, headers, attempts from outgoing_mails
    where id = $1 and state = 'queued' for update skip locked`,
}
/** A slow mail server has several timeouts in sequence. Together they exceed the usual limit for idle transactions. */
export const allowLongTransaction = "set local idle_in_transaction_session_timeout = '3min'"
export const keepMail = {
  name: 'keep-mail',
  text: `update outgoing_mails set state = 'sent', sent_at = now(), attempts = attempts + 1, error = null where id = $1`,
}
/** After delivery, the links and codes in the email are no longer needed here, so delete its text. */
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
