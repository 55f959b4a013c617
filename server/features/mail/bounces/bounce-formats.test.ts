/**
 * What mail servers and providers answer, by the standards (RFC 3463, 3464, 5965, 7505) and by what they publish: for
 * each the diagnostic of a report, or a letter. Together with `classify-bounce.test.ts` more than a hundred forms.
 */
import { describe, expect, it } from 'vitest'
import { classifyBounce, type BounceKind } from './classify-bounce.ts'

const who = 'helen@ostrander.example'
const report = (status: string, diagnostic: string) => ({
  contentType: 'multipart/report; report-type="delivery-status"; boundary=b',
  subject: 'Undeliverable: A question',
  text: `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822;${who}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp;${diagnostic}\r\n\r\n`,
})
const letter = (subject: string, text: string) => ({ contentType: 'text/plain', subject, text })
type Form = [name: string, status: string, diagnostic: string]

const REPORTS: Partial<Record<BounceKind, Form[]>> = {
  hard: [
    [
      'Gmail',
      '5.1.1',
      '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking',
    ],
    ['Gmail, inactive', '5.2.1', '550 5.2.1 The email account that you tried to reach is inactive.'],
    ['Outlook.com', '5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
    ['Exchange Online', '5.1.1', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found'],
    [
      'Exchange Online, unknown there',
      '5.1.351',
      '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable',
    ],
    ['Exchange Online, at the edge', '5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
    [
      'Exchange Online, no domain',
      '5.4.310',
      '550 5.4.310 DNS domain ostrander.example does not exist [Message=InfoDomainNonexistent]',
    ],
    [
      'Yahoo',
      '5.0.0',
      '554 30 Sorry, your message to helen@ostrander.example cannot be delivered. This mailbox is disabled (554.30).',
    ],
    ['Yahoo, no account', '5.0.0', '554 delivery error: dd Not a valid recipient - atlas.example'],
    ['AOL', '5.1.1', '550 5.1.1 <helen@ostrander.example>: Recipient address rejected: ostrander.example'],
    ['iCloud', '5.1.1', '550 5.1.1 <helen@ostrander.example>: user does not exist'],
    ['iCloud, gone', '5.1.6', '550 5.1.6 recipient no longer on server: helen@ostrander.example'],
    ['GMX', '5.0.0', '550 Requested action not taken: mailbox unavailable'],
    ['Mimecast', '5.0.0', '550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550'],
    ['Proofpoint', '5.1.1', '550 5.1.1 User Unknown'],
    ['Symantec', '5.0.0', '550 Invalid recipient <helen@ostrander.example> (#5.1.1)'],
    ['Barracuda', '5.1.1', '550 5.1.1 Recipient address rejected: User unknown in relay recipient table'],
    ['Zimbra', '5.1.1', '550 5.1.1 Recipient address rejected: ostrander.example'],
    ['Postfix, virtual', '5.1.1', '550 5.1.1 User unknown in virtual mailbox table'],
    ['Postfix, local', '5.1.1', 'unknown user: "helen"'],
    ['Postfix, alias', '5.1.1', '550 5.1.1 User unknown in virtual alias table'],
    ['Dovecot', '5.1.1', "550 5.1.1 <helen@ostrander.example> User doesn't exist: helen@ostrander.example"],
    ['Sendmail', '5.1.1', '550 5.1.1 <helen@ostrander.example>... User unknown'],
    ['Sendmail, old', '5.3.0', '553 5.3.0 <helen@ostrander.example>... No such user here'],
    ['Domino', '5.1.1', '550 helen@ostrander.example... No such user'],
    ['Domino, directory', '5.0.0', '550 User helen (helen@ostrander.example) not listed in Domino Directory'],
    ['MDaemon', '5.0.0', '550 <helen@ostrander.example>, Recipient unknown'],
    ['hMailServer', '5.0.0', '550 Unknown user'],
    ['CommuniGate', '5.0.0', '550 helen@ostrander.example unknown user account'],
    ['Courier', '5.0.0', '550 User <helen@ostrander.example> unknown.'],
    ['Exim', '5.0.0', '550 Unrouteable address'],
    ['Exim, verification', '5.0.0', '550 Verification failed for <helen@ostrander.example> No Such User Here'],
    ['Amazon SES', '5.1.1', '550 5.1.1 Requested action not taken: mailbox unavailable'],
    ['Zoho', '5.1.1', '550 5.1.1 User does not exist - <helen@ostrander.example>'],
    ['Yandex', '5.7.1', '550 5.7.1 No such user!'],
    [
      'Mail.ru',
      '5.0.0',
      '550 Message was not accepted -- invalid mailbox. Local mailbox helen@ostrander.example is unavailable: user not found',
    ],
    ['a domain that accepts no mail', '5.1.10', '556 5.1.10 Domain ostrander.example does not accept mail (nullMX)'],
    ['a domain without servers', '5.4.4', 'unable to look up host ostrander.example: Name or service not known'],
    [
      'a domain that is not there',
      '5.1.2',
      'Host or domain name not found. Name service error for name=ostrander.example',
    ],
    ['an ambiguous address', '5.1.4', '553 5.1.4 ambiguous address'],
    ['an account that left', '5.1.1', '550 5.1.1 This account has been deactivated'],
  ],
  soft: [
    [
      'Gmail, out of storage',
      '4.2.2',
      "452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to",
    ],
    [
      'Gmail, too much for now',
      '4.2.1',
      '450-4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    ],
    ['Exchange Online, full', '5.2.2', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
    ['iCloud, full', '5.2.2', '552 5.2.2 <helen@ostrander.example>: user is over quota'],
    ['Dovecot, full', '5.2.2', '552 5.2.2 <helen@ostrander.example> Quota exceeded (mailbox for user is full)'],
    ['Yahoo, full', '5.0.0', '552 1 Requested mail action aborted, mailbox over quota'],
    ['qmail, full', '5.2.2', 'The users mailfolder is over the allowed quota (size). (#5.2.2)'],
    ['Domino, full', '5.0.0', '550 Mailbox has exceeded its database quota limit'],
    ['no connection', '4.4.1', 'connect to mx.ostrander.example[192.0.2.1]:25: Connection refused'],
    [
      'no answer',
      '4.4.1',
      'delivery temporarily suspended: connect to mx.ostrander.example[192.0.2.1]:25: No route to host',
    ],
    [
      'a lost connection',
      '4.4.2',
      'lost connection with mx.ostrander.example[192.0.2.1] while receiving the initial server greeting',
    ],
    [
      'no name for now',
      '4.4.3',
      'Host or domain name not found. Name service error for name=ostrander.example type=MX: Host not found, try again',
    ],
    ['expired', '5.4.7', '550 5.4.7 Delivery expired (message too old) timeout'],
    [
      'Exchange Online, expired',
      '5.4.300',
      '550 5.4.300 Message expired -> 451 4.4.316 Connection refused [Message=Socket error code 10061]',
    ],
    ['Exchange Online, no answer of DNS', '5.4.312', '550 5.4.312 DNS query failed [Message=InfoNoRecords]'],
    ['a loop there', '5.4.6', '554 5.4.6 Hop count exceeded - possible mail loop'],
    ['a system that is full', '5.3.1', '452 4.3.1 Insufficient system storage'],
    ['a system that takes nothing', '4.3.2', '421 4.3.2 Service not available, closing transmission channel'],
    ['a lookup that failed', '4.3.0', '451 4.3.0 <helen@ostrander.example>: Temporary lookup failure'],
    ['busy', '4.3.2', '421 4.3.2 The server is too busy to accept mail right now'],
  ],
  none: [
    ['Gmail, unsolicited', '5.7.1', '550-5.7.1 Our system has detected that this message is likely unsolicited mail.'],
    ['Gmail, unusual rate', '4.7.28', '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail'],
    [
      'Gmail, not authenticated',
      '5.7.26',
      '550-5.7.26 Your email has been blocked because the sender is unauthenticated.',
    ],
    [
      'Outlook.com, block list',
      '5.7.1',
      "550 5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    ],
    [
      'Exchange Online, Spamhaus',
      '5.7.1',
      '550 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using Spamhaus',
    ],
    [
      'Exchange Online, SPF',
      '5.7.23',
      '550 5.7.23 The message was rejected because of Sender Policy Framework violation',
    ],
    ['Exchange Online, DMARC', '5.7.509', '550 5.7.509 Access denied, sending domain does not pass DMARC verification'],
    [
      'Exchange Online, a group',
      '5.7.133',
      '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    ],
    [
      'Exchange Online, not allowed',
      '5.7.129',
      '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized',
    ],
    ['Exchange Online, no relay', '5.7.64', '550 5.7.64 TenantAttribution; Relay Access Denied'],
    [
      'Yahoo, complaints',
      '4.7.0',
      '421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume or user complaints',
    ],
    ['Yahoo, policy', '5.7.9', '554 5.7.9 Message not accepted for policy reasons.'],
    ['GMX, policy', '5.0.0', '554 Transaction failed. Reject due to policy restrictions.'],
    ['Mimecast, policy', '5.0.0', '554 Email rejected due to security policies - https://community.mimecast.example'],
    ['Proofpoint, blocked', '5.7.1', '554 5.7.1 Blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.7'],
    [
      'Symantec, filtered',
      '5.0.0',
      '553 Message filtered. Refer to the Troubleshooting page for more information. (#5.7.1)',
    ],
    ['Cisco', '5.7.1', '550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.'],
    [
      'Barracuda, block list',
      '5.0.0',
      '554 Service unavailable; Client host [192.0.2.7] blocked using Barracuda Reputation',
    ],
    ['too large', '5.2.3', '552 5.2.3 Message length exceeds administrative limit'],
    ['too large for the system', '5.3.4', '552 5.3.4 Message size exceeds fixed maximum message size'],
    ['too large, without a code', '5.0.0', '552 Message size exceeds maximum permitted'],
    ['a protocol error', '5.5.2', '500 5.5.2 Error: bad syntax'],
    ['content that cannot be converted', '5.6.3', '554 5.6.3 Conversion required but not supported'],
    ['a virus', '5.7.0', '554 5.7.0 Reject, id=1 - INFECTED: virus found'],
  ],
}

const LETTERS: [BounceKind, string, ReturnType<typeof letter>][] = [
  [
    'hard',
    'vpopmail',
    letter(
      'failure notice',
      `<${who}>:\nThis address no longer accepts mail.\n\n--- Below this line is a copy of the message.`,
    ),
  ],
  [
    'hard',
    'Gmail',
    letter(
      'Delivery Status Notification (Failure)',
      `Address not found\nYour message wasn't delivered to ${who} because the address couldn't be found, or is unable to receive mail.`,
    ),
  ],
  [
    'hard',
    'Gmail in German',
    letter(
      'Delivery Status Notification (Failure)',
      `Adresse nicht gefunden\nDeine Nachricht wurde nicht an ${who} zugestellt, weil die Adresse nicht gefunden wurde.`,
    ),
  ],
  [
    'hard',
    'Gmail in French',
    letter(
      'Delivery Status Notification (Failure)',
      `Adresse introuvable\nVotre message n'est pas parvenu à ${who}, car l'adresse est introuvable.`,
    ),
  ],
  [
    'hard',
    'Gmail in Spanish',
    letter(
      'Delivery Status Notification (Failure)',
      `No se ha encontrado la dirección\nTu mensaje no se ha entregado a ${who} porque no se ha encontrado la dirección.`,
    ),
  ],
  [
    'hard',
    'Exchange in Spanish',
    letter(
      'No se puede entregar: Una pregunta',
      `Error al entregar a estos destinatarios:\n${who}\nNo se encontró la dirección de correo electrónico que escribió.`,
    ),
  ],
  [
    'hard',
    'Exchange in French',
    letter(
      'Non remis : Une question',
      `Échec de la remise pour ces destinataires :\n${who}\nL'adresse de messagerie que vous avez entrée est introuvable.`,
    ),
  ],
  [
    'hard',
    'Exchange in German',
    letter(
      'Unzustellbar: Eine Frage',
      `Fehler bei der Nachrichtenzustellung an folgende Empfänger:\n${who}\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden.`,
    ),
  ],
  [
    'hard',
    'Exchange in Italian',
    letter(
      'Non recapitabile: Una domanda',
      `Il recapito non è riuscito ai seguenti destinatari:\n${who}\nL'indirizzo di posta elettronica immesso non è stato trovato.`,
    ),
  ],
  [
    'hard',
    'Exchange in Dutch',
    letter(
      'Niet bezorgd: Een vraag',
      `De bezorging aan deze geadresseerden is mislukt:\n${who}\nHet e-mailadres dat u hebt ingevoerd, is niet gevonden.`,
    ),
  ],
  [
    'hard',
    'Exchange in Portuguese',
    letter(
      'Não é possível entregar: Uma pergunta',
      `Falha na entrega a estes destinatários:\n${who}\nO endereço de email que você inseriu não foi encontrado.`,
    ),
  ],
  [
    'hard',
    'Exchange in Swedish',
    letter(
      'Kan inte levereras: En fråga',
      `Leveransen till följande mottagare misslyckades:\n${who}\nE-postadressen som du angav hittades inte.`,
    ),
  ],
  [
    'hard',
    'Exchange in Japanese',
    letter(
      '配信不能: 質問',
      `次の受信者に配信できませんでした:\n${who}\n入力した電子メール アドレスが見つかりませんでした。`,
    ),
  ],
  [
    'hard',
    'Sendmail',
    letter(
      'Returned mail: see transcript for details',
      `   ----- The following addresses had permanent fatal errors -----\n<${who}>\n    (reason: 550 5.1.1 <${who}>... User unknown)\n`,
    ),
  ],
  [
    'soft',
    'Gmail, full',
    letter(
      'Delivery Status Notification (Failure)',
      `Message not delivered\nYour message couldn't be delivered to ${who} because their mailbox is full, or it's getting too much mail right now.`,
    ),
  ],
  [
    'soft',
    'Exchange, full',
    letter(
      'Undeliverable: A question',
      `Delivery has failed to these recipients or groups:\n${who}\nThe recipient's mailbox is full and can't accept messages now. Please try resending your message later.`,
    ),
  ],
  [
    'soft',
    'Exchange in German, full',
    letter(
      'Unzustellbar: Eine Frage',
      `Das Postfach des Empfängers ist voll und kann zurzeit keine Nachrichten annehmen.`,
    ),
  ],
  [
    'soft',
    'qmail, given up',
    letter(
      'failure notice',
      `<${who}>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.`,
    ),
  ],
  [
    'none',
    'Exchange, delayed',
    letter(
      'Delivery delayed: A question',
      `Delivery to these recipients has been delayed:\n${who}\nNo action is required on your part.`,
    ),
  ],
  [
    'none',
    'Gmail, delayed',
    letter(
      'Delivery Status Notification (Delay)',
      `Delivery incomplete\nThere was a temporary problem delivering your message to ${who}. Gmail will retry for 46 more hours.`,
    ),
  ],
  [
    'none',
    'Exchange, a group',
    letter(
      'Undeliverable: A question',
      `Delivery has failed to these recipients or groups:\nBoard\nThe group only accepts messages from people in its organization or on its allowed senders list. 550 5.7.133`,
    ),
  ],
]

describe('a report of', () => {
  it.each(Object.entries(REPORTS).flatMap(([kind, forms]) => forms.map((form) => [kind, ...form] as const)))(
    '%s: %s',
    (kind, _, status, diagnostic) => expect(classifyBounce(report(status, diagnostic)).kind).toBe(kind),
  )
})

it.each(LETTERS)('a letter of %s: %s', (kind, _, mail) => expect(classifyBounce(mail).kind).toBe(kind))
