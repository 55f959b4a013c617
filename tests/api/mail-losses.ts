/**
 * Finds the author's own sentences that a result lacks, without knowing how quotes are recognized: a line is the author's
 * if its word sequences occur in no earlier message of the archive. Lines that other messages of the author or many
 * messages end with are signatures and footers; what is below a mail header or a notice of secrecy is not judged.
 */
export interface Archived {
  id: string
  author: string
  references: string[]
  subject: string
  text: string
}

export interface Losses {
  judged: number
  lines: number
  lost: number
  kept: number
  /** Kept lines that are in a message that this one answers. */
  repeated: number
  /** Lost lines of the messages that lost more than the limit. */
  worst: { id: string; lines: string[] }[]
}

const SEQUENCE = 5
const BITS = 2 ** 28
const BOILERPLATE = { ofAuthor: 2, ofAll: 12 }
const SECRECY = /confidential|intended (only )?(for|recipient)|addressee|destinat|vertraulich|privileged|disclos/i
const ANSWER = /^\s*((\[[^\]]*\])?\s*(re|aw|sv|antw|fwd?|wg|tr)\s*:)/i
const FORWARD = /^\s*(fwd?|wg|tr)\s*:/i
const HEADER_FROM = /^\s*>*\s*(from|de|von)\s*:/i
const HEADER_DATE = /^\s*>*\s*(date|sent|gesendet|envoy.{0,2})\s*:.*\d/i

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const lettersOf = (text: string) => wordsOf(text).join('')

function sequencesOf(text: string): string[] {
  const words = wordsOf(text)
  return words.slice(SEQUENCE - 1).map((_, index) => words.slice(index, index + SEQUENCE).join(' '))
}

/** A set of sequences in a fixed amount of memory; wrong for a few in a hundred. */
class Sequences {
  readonly #bits = new Uint8Array(BITS / 8)

  add(sequence: string): void {
    const hash = this.#hash(sequence)
    this.#bits[hash >> 3]! |= 1 << (hash & 7)
  }

  has(sequence: string): boolean {
    const hash = this.#hash(sequence)
    return ((this.#bits[hash >> 3]! >> (hash & 7)) & 1) === 1
  }

  #hash(sequence: string): number {
    let hash = 2166136261
    for (let at = 0; at < sequence.length; at += 1) hash = Math.imul(hash ^ sequence.charCodeAt(at), 16777619)
    return (hash >>> 0) % BITS
  }
}

function isSentence(line: string): boolean {
  const text = line.replaceAll(/<?https?:\S+/g, ' ')
  if (/@|\b\d{3,}[-. ]\d{3,}|^\s*[|#%+>]|[{};]\s*$|<-|\(\)|==/.test(text)) return false
  const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? []
  const small = words.filter((word) => /^[\p{Ll}'’]+$/u.test(word))
  return small.length >= SEQUENCE && small.length >= 0.6 * words.length && small.length * 3 < text.length
}

/** Two halves of the authors, so that one can be held out while the rules are written. */
export const halfOf = (author: string) => {
  let hash = 7
  for (const letter of author) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  return (hash >> 3) & 1
}

export function findLosses(
  messages: readonly Archived[],
  resultOf: (message: Archived) => { text: string; depth: number }[],
  { half, limit }: { half: number; limit: number },
): Losses {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const isBoilerplate = boilerplateOf(messages)
  const earlier = new Sequences()
  const losses: Losses = { judged: 0, lines: 0, lost: 0, kept: 0, repeated: 0, worst: [] }
  for (const message of parentsFirst(messages, byId)) {
    const answered = message.references.flatMap((id) => byId.get(id) ?? []).filter((one) => one !== message)
    // Without the message that it answers, its quotes cannot be told from its own words.
    const isKnown = message.references.length > 0 ? answered.length > 0 : !ANSWER.test(message.subject)
    if (isKnown && !FORWARD.test(message.subject) && halfOf(message.author) === half) {
      const own = ownSentences(message.text).filter((line) => !isBoilerplate(message, line) && isNew(line, earlier))
      const result = resultOf(message)
      const lost = missing(own, result)
      const known = new Set(answered.flatMap((one) => sequencesOf(one.text)))
      const shown = result.filter((line) => line.depth === 0 && isSentence(line.text))
      losses.judged += 1
      losses.lines += own.length
      losses.lost += lost.length
      losses.kept += shown.length
      losses.repeated += shown.filter((line) => shareOf(line.text, known) >= 0.8).length
      if (lost.length > limit) losses.worst.push({ id: message.id, lines: lost })
    }
    for (const sequence of sequencesOf(message.text.replaceAll(/^[> ]+/gm, ''))) earlier.add(sequence)
  }
  return losses
}

function shareOf(line: string, known: { has(sequence: string): boolean }): number {
  const sequences = sequencesOf(line)
  return sequences.filter((sequence) => known.has(sequence)).length / sequences.length
}

const isNew = (line: string, earlier: Sequences) => shareOf(line, earlier) < 0.5

function missing(own: readonly string[], result: readonly { text: string }[]): string[] {
  const text = result.map((line) => line.text).join('\n')
  const shown = new Set(sequencesOf(text))
  const letters = lettersOf(text)
  return own.filter((line) => shareOf(line, shown) < 0.5 && !letters.includes(lettersOf(line)))
}

/** Clocks are wrong, so an answer may seem to be older than what it quotes. */
function parentsFirst(messages: readonly Archived[], byId: ReadonlyMap<string, Archived>): Archived[] {
  const started = new Set<Archived>()
  const done: Archived[] = []
  const visit = (message: Archived) => {
    if (started.has(message)) return
    started.add(message)
    for (const id of message.references) {
      const answered = byId.get(id)
      if (answered && !started.has(answered)) visit(answered)
    }
    done.push(message)
  }
  for (const message of messages) visit(message)
  return done
}

function ownSentences(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const header = lines.findIndex(
    (line, index) =>
      HEADER_FROM.test(line) && lines.slice(Math.max(0, index - 4), index + 5).some((near) => HEADER_DATE.test(near)),
  )
  const above = (header < 0 ? lines : lines.slice(0, header)).join('\n')
  return above
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => !SECRECY.test(paragraph))
    .flatMap((paragraph) => paragraph.split('\n'))
    .filter((line) => !/^\s*>|^\s*[\p{L}? -]{2,16}:\s/u.test(line) && isSentence(line))
}

function boilerplateOf(messages: readonly Archived[]): (message: Archived, line: string) => boolean {
  const counts = new Map<string, number>()
  const keyOf = (line: string) => wordsOf(line).join(' ')
  for (const { author, text } of messages)
    for (const key of new Set(
      text
        .split(/\r?\n/)
        .filter((line) => !/^\s*>/.test(line))
        .map(keyOf),
    ))
      for (const owned of [key, `${author}\n${key}`]) counts.set(owned, (counts.get(owned) ?? 0) + 1)
  return ({ author }, line) =>
    counts.get(`${author}\n${keyOf(line)}`)! >= BOILERPLATE.ofAuthor || counts.get(keyOf(line))! >= BOILERPLATE.ofAll
}
