/** Email addresses and numbers that are recognized by their format. */
export interface Form {
  kind: 'email' | 'phone' | 'account'
  pattern: RegExp
  /** A check of what the pattern alone cannot decide. */
  holds?: (words: string, place: Place) => boolean
}
interface Place {
  text: string
  at: number
  end: number
}

/** All matches, without overlaps; earlier forms take precedence. */
export function formsIn(text: string): { kind: Form['kind']; words: string }[] {
  const taken: [number, number][] = []
  return FORMS.flatMap(({ kind, pattern, holds }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const words = match[0].trim()
      const at = match.index + match[0].indexOf(words)
      const end = at + words.length
      if (taken.some(([from, to]) => at < to && end > from)) return []
      if (holds && !holds(words, { text, at, end })) return []
      taken.push([at, end])
      return [{ kind, words }]
    }),
  )
}

const digitsOf = (words: string) => words.replaceAll(/\D/g, '')
const before = ({ text, at }: Place, length = 40) => text.slice(Math.max(0, at - length), at)

/** ISO 13616: with the first four characters moved to the end and letters as numbers, modulo 97 is 1. */
function isIban(words: string): boolean {
  const compact = words.replaceAll(/[\s-]/g, '').toUpperCase()
  if (compact.length < 15 || compact.length > 34) return false
  const moved = compact.slice(4) + compact.slice(0, 4)
  let rest = 0
  for (const sign of moved) {
    for (const digit of Number.isNaN(Number(sign)) ? String(sign.charCodeAt(0) - 55) : sign)
      rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

/** The Luhn check digit of payment cards. */
function isCard(words: string): boolean {
  const digits = [...digitsOf(words)].map(Number).reverse()
  if (digits.length < 13 || digits.length > 19) return false
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Words that, just before a number, indicate a phone number. */
const PHONE_WORDS =
  /\b(?:call|ring|phone|tel|telephone|cell|mobile|mob|fax|direct(?: line| dial)?|reach (?:me|him|her|us|them)|text|whatsapp|number is|line is|dial|hotline|desk|switch-?board|try me|extension)\b[^.\d]{0,30}$/i
/** Words that, just before a number, indicate the number of an account or a person. */
const ACCOUNT_WORDS =
  /\b(?:account|acct|a\/c|iban|utr|ni number|national insurance|reference|routing|aba|sort code|bic|swift|card|ssn|social security|tax (?:id|number)|tin|ein|vat|nif|policy|customer|client|member|invoice|loan|passport|licen[cs]e|registration|employee|personnel|staff|badge|nhs|bsn|ahv|pesel|siren|siret|duns|crn|tax|payroll|wallet|safe|locker|pin|medicare|medicaid|pension|mortgage|deposit|bank)\b(?: holder'?s?| of (?:the |our |my )?\w+)?(?:\s?(?:no|nr)\.)?(?:\s?(?:is|number|no|nr|code|[:#-]|with|ending|in)){0,3}[\s:#(]*(?:[A-Z]{2,3}[ -]?)?$/i
/** Formats with as many digits that mean something else. */
const NOT_A_NUMBER = /^(?:(?:19|20)\d\d\s?[-–/]\s?(?:19|20)?\d\d|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})$/
const LAW_BEFORE =
  /(?:§+|\b(?:section|sec|art|article|rule|reg|regulation|cfr|usc|u\.s\.c|no|case|docket|iso|iec|nist|directive|decree|law|act|item|form|version|v|page|para(?:graph)?|clause|schedule|annex|ticket|rfc)\.?)\s*[\w():.-]*\s*$/i
const MONEY_BEFORE = /[$€£¥]\s?$|\b(?:usd|eur|gbp|chf)\s?$/i

function isPhone(words: string, place: Place): boolean {
  const digits = digitsOf(words)
  if (digits.length < 7 || digits.length > 15 || NOT_A_NUMBER.test(words)) return false
  if (LAW_BEFORE.test(before(place, 20)) || MONEY_BEFORE.test(before(place, 6))) return false
  if (
    /^\s?(?:%|percent|employees|people|users|seats|lawyers|members|million|bn|k\b|m\b)/i.test(
      place.text.slice(place.end, place.end + 12),
    )
  )
    return false
  return (
    /^\+|^0\d(?:[ .]\d\d){4}|^1-\d{3}-|^0\d{1,4}[ /-]\d{3,}|^00\d|^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|^\(0?\d/.test(
      words,
    ) || PHONE_WORDS.test(before(place))
  )
}

const FORMS: readonly Form[] = [
  { kind: 'email', pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  {
    kind: 'email',
    pattern:
      /\b[\w.+-]+\s?[([{]\s?at\s?[)\]}]\s?[\w-]+(?:(?:\s?[([{]\s?dot\s?[)\]}]\s?|\s+dot\s+|\.)[\w-]+)+|\b[\w.+-]+ at [\w-]+ dot (?:com|org|net|de|co|eu|io)\b/gi,
  },
  { kind: 'account', pattern: /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{1,4}){3,8}\b/g, holds: isIban },
  { kind: 'account', pattern: /\b\d(?:[ -]?\d){12,18}\b/g, holds: isCard },
  {
    kind: 'account',
    pattern: /\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b|\bQQ ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g,
  },
  // Personal ids of Switzerland, France, Italy and Spain, and cryptocurrency wallets.
  {
    kind: 'account',
    pattern:
      /\b756\.\d{4}\.\d{4}\.\d{2}\b|\b[12] ?\d{2} ?(?:0\d|1[0-2]) ?\d[\dAB] ?\d{3} ?\d{3}(?: ?\d{2})?\b|\b[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]\b|\b(?:[XYZ]\d{7}|\d{8})-?[A-HJ-NP-TV-Z]\b|\b(?:0x[\da-fA-F]{40}|bc1[a-z\d]{25,59})\b/g,
  },
  { kind: 'account', pattern: /\b\d{3}-\d{2}-\d{4}\b|\b\d{2}-\d{7}\b|\b\d{2}-\d{2}-\d{2}\b(?=[^.]{0,30}\d{6})/g },
  {
    kind: 'account',
    pattern: /\b(?=[A-Z\d/-]*\d)[A-Z\d]{1,10}(?:[ /-]?[A-Z\d]*\d[A-Z\d]*){0,6}\b/g,
    holds: (words, place) =>
      digitsOf(words).length >= 4 && !/^(?:19|20)\d\d$/.test(words) && ACCOUNT_WORDS.test(before(place)),
  },
  {
    kind: 'phone',
    pattern: /(?<![A-Za-z\d])(?:\+|\b00)?\(?\d[\d ()./-]{5,18}\d(?:,?\s?(?:then )?(?:x|ext\.?|extension)\s?\d{1,5})?/g,
    holds: isPhone,
  },
]
