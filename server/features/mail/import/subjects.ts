/** Strips reply and list prefixes from subjects. */
import { TOPIC_LENGTH } from '#shared/posts.ts'

export interface Subject {
  topic: string
  /** Equal for a question and its replies, whatever mail programs sent them. */
  key: string
  isReply: boolean
}

export const NO_SUBJECT = 'No subject'
const REPLY = 're|aw|antw|antwort|sv|vs|odp|res|rif|ynt|atb|bls|hl|回复|答复|回覆|回應|답장|отв'
const FORWARD = 'fwd?|wg|tr|rv|enc|vb|vl|doorst|i|pd|ilt|转发|轉寄|пер'
const MARKER = new RegExp(`^(${REPLY}|${FORWARD})\\s*(\\[\\d+\\]|\\(\\d+\\))?\\s*[:：]\\s*`, 'iu')
const IS_REPLY = new RegExp(`^(${REPLY})\\b|^[回答]`, 'iu')
const NOISE =
  /^(\[(ext|external|external e?-?mail|forged|spam|bulk|suspected spam|possible spam)\]|\*{2,}\s*spam\s*\*{2,})\s*/iu
const TAG = /^\[([^\]\n]{1,60})\]\s*/u

/** `tags` are the list's own labels, in lower case; they are removed wherever they appear among the prefixes. */
export function readSubject(subject: string, tags: ReadonlySet<string> = new Set()): Subject {
  let rest = subject.replaceAll(/\s+/g, ' ').trim()
  let isReply = false
  for (;;) {
    const tag = TAG.exec(rest)
    const found = MARKER.exec(rest) ?? NOISE.exec(rest) ?? (tag && tags.has(tag[1]!.toLowerCase()) ? tag : null)
    if (!found) break
    isReply ||= IS_REPLY.test(found[0])
    rest = rest.slice(found[0].length)
  }
  return { topic: cut(rest) || NO_SUBJECT, key: rest.toLowerCase(), isReply }
}

/** Labels on at least three subjects and a third of all: the list added them, not the authors. */
export function listTags(subjects: readonly string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const subject of subjects) {
    const tag = TAG.exec(subject.replace(MARKER, '').trim())?.[1]?.toLowerCase()
    if (tag) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= 3 && count * 3 >= subjects.length).map(([tag]) => tag))
}

function cut(topic: string): string {
  const characters = [...topic]
  if (characters.length <= TOPIC_LENGTH) return topic
  const kept = characters.slice(0, TOPIC_LENGTH - 1).join('')
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), kept.length - 30)).trimEnd()}…`
}
