/** Sentences of a passage, exactly as they stand there. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** What a citation can hold. */
export const QUOTE_LENGTH = 2_000
const FEWEST_LETTERS = 8
/** After these, no sentence ends; after some of them only before a number. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|vs|cf|approx|mr|mrs|ms|dr|prof|st|inc|ltd|co|corp|plc|jr|sr|u\.s|u\.k)|\b[A-Z])\.\s*$/i
const BEFORE_NUMBER = /\b(?:no|nos|art|sec|para|p|pp)\.\s*$/i

const isOneSentence = (before: string, next: string) =>
  ABBREVIATION.test(before) || /^\p{Ll}/u.test(next) || (BEFORE_NUMBER.test(before) && /^\d/.test(next))

function segmentsOf(line: string): string[] {
  const segments: string[] = []
  for (const { segment } of segmenter.segment(line)) {
    const before = segments.at(-1)
    if (before !== undefined && isOneSentence(before, segment)) segments[segments.length - 1] = before + segment
    else segments.push(segment)
  }
  return segments
}

/** Lines first: a list or a heading has no full stop. Quotes of other messages are not the author's own words. */
export function sentencesIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line) && !/^(On .{5,120} wrote:|From: |Sent: )/.test(line.trim()))
    .flatMap(segmentsOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length <= QUOTE_LENGTH && (sentence.match(/\p{L}/gu) ?? []).length >= FEWEST_LETTERS)
}

/** Thanks, greetings and signatures say nothing about the subject. */
export const isCourtesy = (sentence: string) =>
  /^(@[\p{L}\s.’'-]{2,60}[,:]?\s*)?(many |my )?(thanks?|thank you|hi|hello|dear|best|kind regards|regards|cheers|good (point|question)|agree[d]?|same here|following|welcome|congratulations)\b.{0,40}$/iu.test(
    sentence,
  )
export const isAsking = (sentence: string) => /\?["”’)]*$/.test(sentence)
/** Begins with what was said before, so it is unclear alone. */
export const leansOnOthers = (sentence: string) =>
  /^(and|but|so|or|it|that|this|they|he|she|these|those|which|the same|also)\b/i.test(sentence)
export const hasNumber = (sentence: string) =>
  /\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|half|third|quarter|twice|per cent)\b/i.test(
    sentence,
  )
