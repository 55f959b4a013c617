/** Patterns by which mail programs in many languages mark text that the author did not write. */

const WROTE_FIRST = String.raw`(?:schrieb|hat geschrieben|skrev|schreef|geschreven|kirjoitti|napisał(?:\(a\)|a)?|a scris|пишет|пише|писал(?:\(а\)|а)?)`
const WROTE = String.raw`(?:wrote|writes|a écrit|écrit|escribió|ha scritto|scrisse|escreveu|napsal(?:\(a\)|a)?|написал(?:\(а\)|а)?|yazdı|yazmış|menulis|đã viết|írta|έγραψε|написа|写道|寫道|书写|のメール|が書き込みました|작성|${WROTE_FIRST})`
const OPENING = String.raw`(?:on|le|am|el|il|em|op|den|dnia|w dniu|pe|at|på|vào|pada|dne|date|la|în|в|вт|пн|ср|чт|пт|сб|вс|mon|tue|wed|thu|fri|sat|sun|\d|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|在|於|-{2,}\s*on)`
// In languages where the verb precedes the name, the name and more may follow it.
const ANNOUNCED = new RegExp(
  String.raw`^[*_\s]*${OPENING}(?:[\s,.]|\d).{0,300}\d.{0,300}?(?:${WROTE}[\s:：*_-]*|${WROTE_FIRST}.{0,160}[:：]\s*)$`,
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
  /^[<([{«*_\s]*(sent (from|via|with|by|using)\b(?! (the|our|your|their)\b)|envoyé (depuis|de|à partir d|avec)|von meinem|gesendet (von|mit)|enviad[oa] (desde|do|de|a partir|con)|inviato (da|con)|verzonden (met|vanaf|van)|verstuurd vanaf|skickat från|sendt fra|lähetetty|wysłan[eo] z|odesláno z|отправлено (с|из)|从我的|從我的|發自我的|发自我的|iphoneから送信|diese nachricht wurde (von|mit)|(this (email|message) was )?sent from my|from my (iphone|ipad|mobile|phone|android)|get outlook for|get \[outlook|download outlook|\S+ from mobile\b|外出先から送信|나의 iphone에서).{0,130}$/iu
const LIST_WORDS =
  /mailing list|unsubscribe|listinfo|mailman|list archives?|posting guide|google groups|you (are receiving|received) this|do not edit this line|abmelden|désabonner/i
const NOTICE =
  /^[*_\s]*(.{0,60}\bconfidentiality notice\s?:|confidentiality( notice)?\b|disclaimer\s*:|legal notice|privileged (and|&) confidential|(this|the|diese|ce|este|questo) (e-?mail|message|communication|transmission|information|nachricht|courriel|mensaje|correo|messaggio)\b.{0,120}(confidential|privileged|intended|vertraulich|confidenti)|the information (contained|transmitted|in this)|if you (are not|have received) (the intended|this (e-?mail|message))|please consider the environment|\[\[alternative html version deleted\]\]|avast logo|virus-free|this email has been (checked|scanned))/i

export const announcesInFull = (text: string) => text.length <= 600 && (ANNOUNCED.test(text) || BY_DATE.test(text))

/** Matches "On Tuesday, Ann wrote:"; a name alone only counts if a visible quote follows. */
export const announces = (text: string, hasQuoteBelow: boolean) =>
  announcesInFull(text) || (text.length <= 600 && (BY_ADDRESS.test(text) || (hasQuoteBelow && BY_NAME.test(text))))

/** Matches "From: … Sent: … Subject: …", as Outlook puts it above the original message. */
export function isHeaderBlock(next: readonly string[]): boolean {
  if (!FROM.test(next[0] ?? '') && !FIELD.test(next[0] ?? '')) return false
  const window = next.slice(0, 7).map((line) => line.slice(0, LONGEST_MARK))
  return (
    window.some((line) => FROM.test(line)) && window.filter((line) => FROM.test(line) || FIELD.test(line)).length >= 3
  )
}

export const isOriginalMark = (text: string) => text.length < LONGEST_MARK && ORIGINAL.test(text)
export const isDeviceLine = (text: string) => text.length < 160 && DEVICE.test(text)
export const isRule = (text: string) => /^\s*([_=*-])\1{4,}\s*$|^\s*(_ ?){10,}$/.test(text)
export const isSignatureMark = (text: string) => /^(--|—|– –|__)\s?$/.test(text)
export const isListFooter = (next: readonly string[]) => next.slice(0, 6).some((line) => LIST_WORDS.test(line))
const CLOSING =
  /^(best|kind|warm|many|thank|thanks|cheers|regards|sincerely|yours|greetings|br|mfg|vg|lg|viele grüße|mit freundlichen|cordialement|merci|saludos|gracias|saluti|grazie|atenciosamente|obrigad|groet|met vriendelijke|mvh|hälsningar|pozdrawiam|с уважением)/iu
export const isClosing = (text: string) => CLOSING.test(text.trim())
export const isNotice = (text: string) => NOTICE.test(text.slice(0, LONGEST_MARK))
