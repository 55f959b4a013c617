/** Emails that nobody wrote: our own that came back, and what programs send (RFC 3834). We never answer them. */
import type { AddressSpace } from '../addresses/reply-address.ts'
import { readMessageId } from '../sending/list-headers.ts'
import { valuesOf, type Header } from './headers.ts'

export function isLoop(headers: readonly Header[], space: AddressSpace): boolean {
  const { domain } = space
  const ends = (value: string) => value.trim().replaceAll(/[<>]/g, '').toLowerCase().endsWith(`@${domain}`)
  if (valuesOf(headers, 'x-loop').some(ends)) return true
  if (valuesOf(headers, 'list-id').some((value) => value.toLowerCase().replaceAll(/[>\s]/g, '').endsWith(`.${domain}`)))
    return true
  return valuesOf(headers, 'message-id').some(
    (value) => readMessageId(space, value.replaceAll(/[<>]/g, '')) !== undefined,
  )
}

/** At the start of a subject; then a colon, a date or nothing. A member may write about the office being out. */
const PHRASES = [
  'automatic reply',
  'auto(?:matic)?[- ]?(?:reply|response)',
  'autoreply',
  'out of (?:the )?office(?: auto-?reply)?',
  'away from (?:my|the) (?:office|desk)',
  'on vacation',
  'abwesenheits(?:notiz|nachricht|meldung|assistent)',
  'automatische (?:antwort|abwesenheitsnotiz)',
  'abwesend',
  'réponse automatique',
  'absence du bureau',
  'absent\\(e\\) du bureau',
  'respuesta automática',
  'fuera de (?:la )?oficina',
  'risposta automatica',
  'fuori (?:sede|ufficio)',
  'automatisch antwoord',
  'afwezig(?:heidsbericht)?',
  'resposta automática',
  'ausência temporária',
  'autosvar',
  'automatiskt svar',
  'automatisk svar',
  'frånvaro(?:meddelande)?',
  'fraværsmelding',
  'automaattinen vastaus',
  'odpowiedź automatyczna',
  'automatická odpověď',
  'automatikus válasz',
  'otomatik yanıt',
  'автоматический ответ',
  'автоответ',
  '自動返信',
  '自动(?:答复|回复)',
  '자동 회신',
]
const SUBJECT = new RegExp(
  `^\\s*(?:${PHRASES.join('|')})\\s*(?:$|[:：(\\[!.,–-]|(?:from|until|bis|ab|du|jusqu|fino|hasta|tot|till)\\b)`,
  'iu',
)

export interface MaybeAutomatic {
  headers: readonly Header[]
  subject: string
  mailFrom: string
  isCalendarReply: boolean
}

export function isAutomatic({ headers, subject, mailFrom, isCalendarReply }: MaybeAutomatic): boolean {
  const says = (name: string, what: RegExp) => valuesOf(headers, name).some((value) => what.test(value))
  return (
    says('auto-submitted', /^(?!\s*no\s*(;|$))/i) ||
    says('precedence', /^\s*(bulk|junk|list|auto_reply)\b/i) ||
    says('x-autoreply', /./) ||
    says('x-autorespond', /./) ||
    ['', '<>'].includes(mailFrom.trim()) ||
    says('content-type', /^\s*multipart\/report\b/i) ||
    says('content-type', /^\s*text\/calendar\b.*method\s*=\s*"?(reply|counter)/i) ||
    isCalendarReply ||
    SUBJECT.test(subject.normalize('NFC'))
  )
}
