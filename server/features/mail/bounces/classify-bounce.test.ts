import { expect, it } from 'vitest'
import { classifyBounce, type BounceKind } from './classify-bounce.ts'

const REPORT = 'multipart/report; report-type=delivery-status; boundary="b"'
const dsn = (status: string, diagnostic = '', action = 'failed') => ({
  contentType: REPORT,
  subject: 'Undelivered Mail Returned to Sender',
  text: `This is the mail system at host mx.example.

Reporting-MTA: dns; mx.example
Arrival-Date: Tue, 24 Nov 2026 07:00:00 +0000

Final-Recipient: rfc822; helen@ostrander.example
Original-Recipient: rfc822;helen@ostrander.example
Action: ${action}
Status: ${status}
${diagnostic ? `Diagnostic-Code: smtp; ${diagnostic}\n` : ''}
Subject: Re: The mailbox of a user that is full of unknown users`,
})
const prose = (subject: string, text: string) => ({ contentType: 'text/plain; charset=utf-8', subject, text })

const reports: [string, ReturnType<typeof dsn>, BounceKind][] = [
  [
    '5.1.1 of Postfix',
    dsn('5.1.1', '550 5.1.1 <helen@ostrander.example>: Recipient address rejected: User unknown'),
    'hard',
  ],
  ['5.1.1 without a diagnostic', dsn('5.1.1'), 'hard'],
  [
    '5.1.10 of Exchange Online',
    dsn('5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'),
    'hard',
  ],
  ['5.1.2, no such domain', dsn('5.1.2', 'Host or domain name not found'), 'hard'],
  ['5.1.3', dsn('5.1.3', '553 5.1.3 invalid address'), 'hard'],
  ['5.1.6, moved', dsn('5.1.6'), 'hard'],
  [
    '5.2.1, disabled, of Gmail',
    dsn('5.2.1', '550-5.2.1 The email account that you tried to reach is disabled.'),
    'hard',
  ],
  ['5.0.0 with an exact diagnostic', dsn('5.0.0', '550 5.1.1 unknown user'), 'hard'],
  ['5.0.0 of Exim', dsn('5.0.0', '550 Unrouteable address'), 'hard'],
  ['5.4.4', dsn('5.4.4', 'unable to route: no mail hosts for domain'), 'hard'],
  ['550 without an enhanced code', dsn('5.0.0', '550 no such user here'), 'hard'],
  ['5.7.1 that means an unknown user', dsn('5.7.1', '550 5.7.1 user unknown'), 'hard'],
  ['in German', dsn('5.0.0', '550 Empfänger unbekannt'), 'hard'],
  ['in French', dsn('5.0.0', "550 Le destinataire n'existe pas"), 'hard'],
  ['5.2.2, full', dsn('5.2.2', '552 5.2.2 The email account that you tried to reach is over quota.'), 'soft'],
  ['4.2.2, full and given up', dsn('4.2.2', '452 4.2.2 mailbox full'), 'soft'],
  ['5.0.0, full', dsn('5.0.0', '552 mailbox storage limit exceeded'), 'soft'],
  ['4.4.1, given up', dsn('4.4.1', 'connect to mx.ostrander.example[192.0.2.1]:25: Connection timed out'), 'soft'],
  ['4.4.7, expired', dsn('4.4.7', 'delivery expired'), 'soft'],
  ['4.3.2', dsn('4.3.2', '421 4.3.2 System not accepting network messages'), 'soft'],
  ['5.3.0', dsn('5.3.0'), 'soft'],
  ['4.1.1', dsn('4.1.1', '450 4.1.1 user lookup failed'), 'soft'],
  ['5.7.1, spam', dsn('5.7.1', '554 5.7.1 Message rejected as spam by content filtering'), 'none'],
  [
    '5.7.26, DMARC',
    dsn('5.7.26', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.'),
    'none',
  ],
  ['5.7.606, blocked', dsn('5.7.606', '550 5.7.606 Access denied, banned sending IP'), 'none'],
  ['5.0.0, block list', dsn('5.0.0', '554 Service unavailable; Client host blocked using zen.spamhaus.org'), 'none'],
  ['5.6.1, content', dsn('5.6.1'), 'none'],
  ['4.7.0, greylisted and given up', dsn('4.7.0', '451 4.7.0 Greylisted, try again later'), 'none'],
  ['delayed', dsn('4.4.1', 'connection timed out', 'delayed'), 'none'],
  ['delivered', dsn('2.0.0', '', 'delivered'), 'none'],
  ['relayed', dsn('2.0.0', '', 'relayed'), 'none'],
  ['expanded', dsn('2.0.0', '', 'expanded'), 'none'],
  ['folded lines', dsn('5.1.1', '550 5.1.1\n  no such user'), 'hard'],
]
it.each(reports)('reads a report: %s', (_, mail, kind) => expect(classifyBounce(mail).kind).toBe(kind))

it('reads the recipient that failed among others', () => {
  const text = `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\nAction: relayed\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; helen@ostrander.example\nAction: failed\nStatus: 5.1.1\n\n`
  expect(classifyBounce({ contentType: REPORT, subject: '', text })).toEqual({ kind: 'hard', code: '5.1.1' })
})

const letters: [string, ReturnType<typeof prose>, BounceKind][] = [
  [
    'qmail',
    prose(
      'failure notice',
      "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<helen@ostrander.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.",
    ),
    'hard',
  ],
  [
    'Exim',
    prose(
      'Mail delivery failed: returning message to sender',
      'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients.\n\n  helen@ostrander.example\n    SMTP error from remote mail server after RCPT TO:<helen@ostrander.example>:\n    550 No such user\n\n------ This is a copy of the message',
    ),
    'hard',
  ],
  [
    'Exim, given up',
    prose(
      'Mail delivery failed: returning message to sender',
      'helen@ostrander.example\n  host mx.ostrander.example [192.0.2.1]: retry timeout exceeded: Connection timed out',
    ),
    'soft',
  ],
  [
    'Exim, a warning',
    prose(
      'Warning: message 1abc delayed 24 hours',
      'A message that you sent has not yet been delivered. No action is required on your part. Delivery attempts will continue.',
    ),
    'none',
  ],
  [
    'Exchange',
    prose(
      'Undeliverable: Re: A question',
      "Delivery has failed to these recipients or groups:\nhelen@ostrander.example\nThe email address you entered couldn't be found. Please check the recipient's email address.\n#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##",
    ),
    'hard',
  ],
  [
    'Yahoo',
    prose(
      'Failure Notice',
      "Sorry, we were unable to deliver your message to the following address.\n<helen@ostrander.example>:\n554: delivery error: dd This user doesn't have a yahoo.com account (helen@ostrander.example) [0]",
    ),
    'hard',
  ],
  [
    'a full mailbox',
    prose(
      'Mail System Error - Returned Mail',
      'This Message was undeliverable due to the following reason:\nThe user(s) account is temporarily over quota.',
    ),
    'soft',
  ],
  [
    'in German',
    prose('Unzustellbar: Frage', 'Die Nachricht konnte nicht zugestellt werden.\nEmpfänger unbekannt'),
    'hard',
  ],
  ['refused as spam', prose('Undelivered Mail', 'Delivery failed. 554 5.7.1 The message was rejected as spam'), 'none'],
  [
    'an automatic reply',
    prose('Automatic reply: A question', 'I am out of the office. My mailbox is full of questions.'),
    'none',
  ],
  ['a question', prose('Re: A question', 'The user is unknown to me; error 550.'), 'none'],
  ['nothing', prose('', ''), 'none'],
]
it.each(letters)('reads a letter: %s', (_, mail, kind) => expect(classifyBounce(mail).kind).toBe(kind))

it('reads a complaint, and no other feedback as one', () => {
  const report = (type: string) => ({
    contentType: 'multipart/report; report-type=feedback-report; boundary=b',
    subject: 'complaint',
    text: `This is an email abuse report.\n\nFeedback-Type: ${type}\nUser-Agent: SomeGenerator/1.0\nVersion: 1\n`,
  })
  expect(classifyBounce(report('abuse')).kind).toBe('complaint')
  for (const type of ['not-spam', 'virus', 'opt-out', 'other']) expect(classifyBounce(report(type)).kind).toBe('none')
})

it('reads a receipt as nothing', () => {
  const contentType = 'multipart/report; report-type=disposition-notification; boundary=b'
  const text = 'Disposition: manual-action/MDN-sent-manually; displayed\nAction: failed'
  expect(classifyBounce({ contentType, subject: 'Read: A question', text }).kind).toBe('none')
})
