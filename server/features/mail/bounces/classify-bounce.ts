/**
 * What a returned email says (RFC 3464, RFC 5965, and servers that write prose): whether the address failed for good or
 * for now, or somebody complained. A refusal because of content or reputation is our fault, never the member's.
 */

export type BounceKind =
  /** The address does not exist or is disabled. */
  | 'hard'
  /** It failed for now: a full mailbox, a server that does not answer. */
  | 'soft'
  /** The recipient reported the email as spam. */
  | 'complaint'
  /** Nothing about the address: delayed, delivered, refused because of its content, or an automatic reply. */
  | 'none'

export interface Bounce {
  kind: BounceKind
  /** The enhanced status code, or the one of SMTP; empty if there is none. */
  code: string
}

export interface ReturnedMail {
  /** The Content-Type of the whole email. */
  contentType: string
  subject: string
  /** All text of the email: its parts one after another, message/delivery-status included. */
  text: string
}

const NONE: Bounce = { kind: 'none', code: '' }

export function classifyBounce({ contentType, subject, text }: ReturnedMail): Bounce {
  if (/report-type\s*=\s*"?feedback-report/i.test(contentType)) return complaintOf(text)
  if (/report-type\s*=\s*"?disposition-notification/i.test(contentType)) return NONE
  return ofDeliveryStatus(text) ?? ofProse(subject, text)
}

/** Other types of feedback report say that the report is an error, or that a virus was found. */
function complaintOf(text: string): Bounce {
  const type = /^feedback-type:\s*(\S+)/im.exec(text)?.[1]?.toLowerCase()
  return type === 'abuse' || type === 'fraud' ? { kind: 'complaint', code: '' } : NONE
}

interface StatusFields {
  action: string
  status: string
  diagnostic: string
}

/** The fields of the first recipient that failed, or of the first one. */
function ofDeliveryStatus(text: string): Bounce | undefined {
  const unfolded = text.replaceAll(/\r?\n[ \t]+/g, ' ')
  const actions = [...unfolded.matchAll(/^action:\s*(\w+)/gim)]
  const found = actions.find(([, action]) => action!.toLowerCase() === 'failed') ?? actions[0]
  if (!found) return undefined
  // The fields of one recipient stand between blank lines.
  const start = Math.max(unfolded.lastIndexOf('\n\n', found.index), unfolded.lastIndexOf('\r\n\r\n', found.index), 0)
  const end = /\r?\n\r?\n/.exec(unfolded.slice(found.index))
  const group = unfolded.slice(start, end ? found.index + end.index : undefined)
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? ''
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field('status'))?.[0] ?? ''
  return ofFields({ action: found[1]!.toLowerCase(), status, diagnostic: field('diagnostic-code') })
}

function ofFields({ action, status, diagnostic }: StatusFields): Bounce {
  if (action !== 'failed') return { kind: 'none', code: status }
  // The diagnostic is the other server's answer: more exact than a status that our mail server had to guess.
  const exact = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0]
  const code = exact ?? (status || (/\b[45]\d\d\b/.exec(diagnostic)?.[0] ?? ''))
  return { kind: kindOf(code, diagnostic), code }
}

/** Refused for its content, its sender or its looks. */
const POLICY =
  /\b(spam|spf|dkim|dmarc|blocked|blacklist|block ?list|dnsbl|rbl|spamhaus|barracuda|reputation|polic(y|ies)|message filtered|content rejected|message rejected|virus|banned|unsolicited|relay(ing)? (access )?denied|authentication required|too many (connections|messages|recipients)|rate limit|greylist|try again later)\b/i
/** Of one email, not of the mailbox. */
const TOO_LARGE = /\bmessage (size|length)\b.{0,40}\b(exceed|limit|too)|\bmessage (is )?too (big|large)\b/i
const FULL =
  /\b(mailbox|quota|storage|inbox|disk)\b.{0,40}\b(full|exceeded|over|limit)|over ?quota|insufficient (system )?storage|out of storage|quota exceeded/i
const UNKNOWN =
  /\b(user|recipient|mailbox|address|account|adressat|empf[äa]nger|destinataire|destinatario|usuario)\b.{0,40}\b(unknown|not (exist|found|known|valid|listed)|does(n['’]t| not) exist|no longer|disabled|inactive|deactivated|suspended|invalid|unavailable|rejected|unbekannt|inconnu|inexistant|desconocido|no existe|existiert nicht)|\bno such (user|mailbox|recipient|address|person|account)|\bunknown (user|recipient|local|address|mailbox)|\bunrouteable address|\binvalid (recipient|mailbox|address)|\bdoes(n['’]t| not) have an? .{0,30}account|\bnot a valid (mailbox|recipient|user)|\baddress (couldn['’]t|could not) be found|\bhost (or domain name )?not found|\bdomain ((\S+ )?does not exist|not found)|\bunbekannter? (empf|benutzer)|\bn['’]existe pas/i
/** In the languages in which the large providers write. */
const NOT_FOUND =
  /adresse (konnte )?nicht gefunden|adresse .{0,60}introuvable|no se (ha encontrado|encontró) la dirección|indirizzo .{0,60}non è stato trovato|adres .{0,60}niet gevonden|endereço .{0,60}não foi encontrado|adress.{0,40} hittades inte|アドレスが見つかりません/i
const LATER =
  /\b(connection (timed out|refused|reset)|timed? ?out|temporar(y|ily)|could not be delivered for|retry time(out| not)|deferred|delivery expired|message expired|host .{0,60}not respond|no route to host|network (is )?unreachable|server (is )?busy|lost connection)/i

function kindOf(code: string, words: string): BounceKind {
  const [first, subject, detail] = code.includes('.') ? code.split('.') : [code[0], '', '']
  if (first === '2') return 'none'
  if ((subject === '7' && !UNKNOWN.test(words)) || TOO_LARGE.test(words)) return 'none'
  if (subject === '2' && detail === '2') return 'soft'
  if (subject === '1') return first === '5' ? (POLICY.test(words) && !UNKNOWN.test(words) ? 'none' : 'hard') : 'soft'
  if (subject === '2' && detail === '1') return first === '5' ? 'hard' : 'soft'
  if (FULL.test(words)) return 'soft'
  if (UNKNOWN.test(words) || NOT_FOUND.test(words)) return first === '4' ? 'soft' : 'hard'
  // 5.5: what we said was not understood.
  if (POLICY.test(words) || subject === '5' || subject === '6') return 'none'
  if (first === '4' || LATER.test(words)) return 'soft'
  // The network or the system of the other side: 5.3 and 5.4, except a domain that does not exist.
  if (subject === '4' && detail === '4') return 'hard'
  if (subject === '3' || subject === '4') return 'soft'
  // "550" alone most often is an address that does not exist.
  return first === '5' && /^55[013]$/.test(code) ? 'hard' : 'soft'
}

const RETURNED =
  /undeliver|delivery (status|failure|failed|has failed|problem)|returned (mail|to sender)|mail delivery (failed|system|subsystem)|failure notice|could not be delivered|non.?remis|unzustellbar|niet bezorgd|no se (ha podido|pudo) entregar|impossibile recapitare|delivery notification|rejected:|no se puede entregar|non recapitabile|recapito non è riuscito|não é possível entregar|kan inte levereras|配信不能/i

/** Servers that write a letter: qmail, older Exim and Exchange, providers. */
function ofProse(subject: string, text: string): Bounce {
  // What follows the returned email is ours: its words say nothing.
  const said = text
    .split(/^-+ ?(original message|this is a copy|below this line|returned message|message headers|Forwarded)/im, 1)[0]!
    .slice(0, 6_000)
  if (!RETURNED.test(subject) && !RETURNED.test(said.slice(0, 600))) return NONE
  if (/delay(ed)?\b/i.test(subject) && !/fail/i.test(subject)) return NONE
  if (
    /\b(no action is required|will (continue to )?(be retried|retry|keep trying)|this is a warning message only|do(es)? not need to resend)/i.test(
      said,
    )
  )
    return NONE
  const code =
    /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0] ??
    /\b(?:error|code|said|response|status|smtp)\b.{0,80}?\b([45]\d\d)\b/is.exec(said)?.[1] ??
    /^\D{0,20}\b([45][0-7]\d)\b[ -]/m.exec(said)?.[1] ??
    ''
  return { kind: kindOf(code, said), code }
}
