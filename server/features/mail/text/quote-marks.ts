/** Patterns by which mail programs in many languages mark text that the author did not write. */
import { isProse } from './prose.ts'

const WROTE_FIRST = String.raw`(?:schrieb|hat geschrieben|skrev|schreef|geschreven|kirjoitti|napisał(?:\(a\)|a)?|a scris|пишет|пише|писал(?:\(а\)|а)?)`
const WROTE = String.raw`(?:wrote|writes|(?:sent|said)(?=\s*:)|a [é?]crit|[é?]crit|escribió|ha scritto|scrisse|escreveu|napsal(?:\(a\)|a)?|написал(?:\(а\)|а)?|yazdı|yazmış|menulis|đã viết|írta|έγραψε|написа|写道|寫道|书写|のメール|が書き込みました|작성|님이|va escriure|je napisa[ol]|napísal(?:\(a\)|a)?|kirjutas|rašė|rakstīja|је написао|כתבה?|كتبت?|เขียนว่า|${WROTE_FIRST})`
const OPENING = String.raw`(?:on|le|am|el|il|em|op|den|dnia|w dniu|pe|at|på|vào|pada|dne|date|la|în|в|вт|пн|ср|чт|пт|сб|вс|mon|tue|wed|thu|fri|sat|sun|\d|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|在|於|il giorno|no dia|dana|ב|بتاريخ|في|เมื่อ|-{2,}\s*on)`
// In languages where the verb precedes the name, the name and more may follow it.
const ANNOUNCED = new RegExp(
  String.raw`^[*_\s?\ufeff]*${OPENING}(?:[\s,.]|\d).{0,300}\d.{0,300}?(?:${WROTE}[\s:：*_-]*|${WROTE_FIRST}.{0,160}[:：]\s*)$`,
  'iu',
)
const BY_ADDRESS = new RegExp(
  String.raw`^.{0,200}@.{0,200}(?:${WROTE}\s*[:：]\s*|${WROTE}\s*-{2,}|${WROTE_FIRST}\s.{0,80}[:：]\s*)$`,
  'iu',
)
const BY_NAME = new RegExp(
  String.raw`^\S.{1,60}\s${WROTE}(?:\s(?:on|am|le|el|il|em|op|den)\s.{4,50})?\s?[:：]$|^-{2,}.{1,60}${WROTE}\s?-{2,}$`,
  'iu',
)
const BY_DATE =
  /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}.{0,120}<\s?[^<>\s]+@[^<>\s]+>\s?[:：]?$|^(?:\p{L}{2,12}\.?,? )?\d.{0,100}\d{1,2}:\d{2}.{0,140}<[^<>\s]+@[^<>\s]+>\s?[:：]$|^\d{4}-\d{2}-\d{2} \d{2}:\d{2} GMT[+-]\d{2}:\d{2} .{2,80}$/u

// No mark is longer, and patterns are slow on lines crafted to be slow.
const LONGEST_MARK = 300
const FROM =
  /^[*_\s]*(from|von|de|da|van|från|fra|od|от|від|lähettäjä|发件人|寄件者|寄件人|差出人|보낸 사람|보낸사람|kimden|gönderen|expéditeur|feladó|mittente|remitente|remetente|expeditor|от кого|van)\s?[*_]*\s?[:：]/iu
const FIELD =
  /^[*_\s]*(sent|date|to|cc|subject|reply-to|importance|attachments|organization|gesendet|datum|an|kopie|betreff|antwort an|envoyé|à|objet|répondre à|enviado(?: el| em)?|fecha|para|asunto|responder a|data|a|oggetto|inviato|assunto|verzonden|aan|onderwerp|skickat|till|kopia|ämne|sendt|dato|til|emne|wysłano|do|dw|temat|отправлено|дата|кому|копия|тема|надіслано|lähetetty|vastaanottaja|päivä|aihe|发送时间|发送日期|收件人|抄送|主题|寄件日期|收件者|主旨|送信日時|宛先|件名|보낸 날짜|받는 사람|제목|kime|konu|tarih|küldte|címzett|tárgy|trimis|către|subiect)\s?[*_]*\s?[:：]/iu

const ORIGINAL_WORDS = String.raw`original message|original appointment|message d['’]origine|message original|mensaje original|messaggio originale|mensagem original|mensagem encaminhada|oorspronkelijk bericht|originele bericht|oprindelig meddelelse|ursprungligt meddelande|opprinnelig melding|alkuperäinen viesti|původní zpráva|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|пересылаемое сообщение|original(?:nachricht|meddelelse)|ursprüngliche nachricht|weitergeleitete nachricht|forwarded message|message transféré|mensaje reenviado|messaggio inoltrato|reply message|doorgestuurd bericht|vidarebefordrat meddelande|原始邮件|原始郵件|转发邮件|元のメッセージ|원본 메일`
const ORIGINAL = new RegExp(
  String.raw`^\s*(?:[-_=*>]{2,}\s*(?:${ORIGINAL_WORDS}|begin forwarded message|forwarded by .*|in reply to .*)[\s:]*[-_=*<]*|begin forwarded message\s?:|anfang der weitergeleiteten nachricht\s?:|début du message transféré\s?:|inicio del mensaje reenviado\s?:|inizio messaggio inoltrato\s?:|(?:${ORIGINAL_WORDS})\s?[:：]?)\s*$`,
  'iu',
)

const DEVICE =
  /^[<([{«*_\s]*(sent (from|via|with|using)\b(?! (the|our|your|their)\b)|sent by \S+(?: \S+){0,3}$|envoyé (depuis|de|à partir d|avec)|von meinem|gesendet (von|mit)|enviad[oa] (desde|do|de|a partir|con)|inviato (da|con)|verzonden (met|vanaf|van)|verstuurd vanaf|skickat från|sendt fra|lähetetty|wysłan[eo] z|odesláno z|отправлено (с|из)|从我的|從我的|發自我的|发自我的|iphoneから送信|diese nachricht wurde (von|mit)|(this (email|message) was )?sent from my|from my (iphone|ipad|mobile|phone|android)|get outlook for|get \[outlook|download outlook|\S+ from mobile\b|外出先から送信|나의 iphone에서).{0,130}$/iu
const LIST_WORDS =
  /mailing list|unsubscribe|listinfo|next part|was scrubbed|mailman|list archives?|posting guide|google groups|you (are receiving|received) this|do not edit this line|abmelden|désabonner/i
const LEAVING = /unsubscri|listinfo|posting guide|you (?:are receiving|received) this|scrubbed|abmelden|désabonner/i
const NOTICE =
  /^[*_\s]*(.{0,60}\bconfidentiality notice\s?:|confidentiality( notice)?\b|disclaimer\s*:|legal notice|privileged (and|&) confidential|(this|the|diese|ce|este|questo) (e-?mail|message|communication|transmission|information|nachricht|courriel|mensaje|correo|messaggio)\b.{0,120}(confidential|privileged|intended|vertraulich|confidenti)|the information (contained|transmitted|in this)|if you (are not|have received) (the intended|this (e-?mail|message))|please consider the environment|\[\[alternative html version deleted\]\]|avast logo|virus-free|this email has been (checked|scanned))/i

// The patterns above are slow, and most lines of a mail cannot be the last one of an announcement.
const LAST_LINE = new RegExp(String.raw`[:：>\-*_]\s*$|GMT[+-]\d|${WROTE}\s*$`, 'iu')
export const mayEndAnnouncement = (text: string) => LAST_LINE.test(text.slice(-120))

export const announcesInFull = (text: string) => text.length <= 600 && (ANNOUNCED.test(text) || BY_DATE.test(text))

/** Matches "On Tuesday, Ann wrote:"; a name alone only counts if a visible quote follows. */
export const announces = (text: string, hasQuoteBelow: boolean) =>
  announcesInFull(text) || (text.length <= 600 && (BY_ADDRESS.test(text) || (hasQuoteBelow && BY_NAME.test(text))))

/** Without a date, only what stands directly above a quote: "According to Ann:", "Quoting Ann <a@firm.com>:". */
const INTRODUCTION =
  /^[*_\s]*(?:from|according to|quoting|citing|in article|in message|in reply to|zitat von|zitiere|laut|citando a?|selon|d['’]après|según|secondo|segundo|volgens|enligt|ifølge|według|цитат[аы]|по словам)\s.{2,160}[:：]$|^\* .{2,80}\[.*\d.*\]\s?:$/iu
export const introducesQuote = (text: string) => text.length < LONGEST_MARK && INTRODUCTION.test(text)

/** Ends in a colon and has a time of day, a date in digits or an address, as programs write it. */
export const isWrittenByProgram = (text: string) =>
  BY_DATE.test(text) ||
  (/[:：_*-]\s*$|<[^<>]+@[^<>]+>\s*$/.test(text) &&
    /\d{1,2}[:.h]\d{2}|\S@\S|mailto:|\d{4}年|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{1,4}-\d{1,2}-\d{1,4}/iu.test(text))

/** A date with its time and an address: two of these in a row are a header, even without more. */
const FIELD_OF_PROGRAM = /^[*_\s]*(?:(?:sent|date)\s?:.*\d{1,2}:\d{2}|(?:from|to)\s?:.*\S@\S)/iu

const FROM_AND_DATE = /^[*_\s]*from\s?:.{0,120}@.{0,120}\b(?:sent|date)\s?:.{0,60}\d{1,2}:\d{2}/iu

/** Matches "From: … Sent: … Subject: …", as Outlook puts it above the original message. */
export function isHeaderBlock(next: readonly string[]): boolean {
  if (!FROM.test(next[0] ?? '') && !FIELD.test(next[0] ?? '')) return false
  const window = next.slice(0, 7).map((line) => line.slice(0, LONGEST_MARK))
  const fields = window.filter((line) => FROM.test(line) || FIELD.test(line))
  if (fields.length >= 3 && fields.some((line) => FROM.test(line))) return true
  // HTML may put the whole header into one line.
  if (FROM_AND_DATE.test(window[0]!)) return true
  return window.slice(0, 2).filter((line) => FIELD_OF_PROGRAM.test(line)).length === 2
}

export const isHeaderField = (text: string) =>
  text.length < LONGEST_MARK && (FROM.test(text) || FIELD.test(text) || /^[ \t]+\S/.test(text))
export const isOriginalMark = (text: string) => text.length < LONGEST_MARK && ORIGINAL.test(text)
export const isDeviceLine = (text: string) => text.length < 160 && DEVICE.test(text)
export const isRule = (text: string) => /^\s*([_=*-])\1{4,}\s*$|^\s*(_ ?){10,}$/.test(text)
export const isSignatureMark = (text: string) => /^(--|—|– –|__)\s?$/.test(text)
/** Words of a list count if it is not somebody's sentence about a list, or if it tells how to leave it. */
export const isListFooter = (texts: readonly string[]) =>
  texts.some((line) => LIST_WORDS.test(line)) && (!isProse(texts) || texts.some((line) => LEAVING.test(line)))
const CLOSING =
  /^(best|kind|warm|many|thank|thanks|cheers|regards|sincerely|yours|greetings|br|mfg|vg|lg|viele grüße|mit freundlichen|cordialement|merci|saludos|gracias|saluti|grazie|atenciosamente|obrigad|groet|met vriendelijke|mvh|hälsningar|pozdrawiam|с уважением)/iu
export const isClosing = (text: string) => CLOSING.test(text.trim())
export const isNotice = (text: string) => NOTICE.test(text.slice(0, LONGEST_MARK))
