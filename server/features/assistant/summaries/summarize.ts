/**
 * Chooses the sentences that say most of what several members said: those with words that many of the texts have, without
 * repeating each other. They depend only on these texts and on `about`.
 */
import { isAsking, isCourtesy, leansOnOthers, sentencesIn } from '../answers/sentences.ts'
import { isCommon } from '../answers/common-words.ts'
import { stemsIn } from '../answers/words.ts'

export interface SummarySentence {
  /** Which of the texts. */
  text: number
  sentence: string
}

const FEWEST_STEMS = 4
const LONG = 300
const REDUNDANCY = 0.6
const LEANING = 0.7
const COMMON = 0.5
/** A word of what was asked counts more than all that texts share. */
const ASKED = 100

/** `about`: a question; sentences with words of it come first. */
export function summarize(texts: readonly string[], most: number, about = ''): SummarySentence[] {
  const stemsOfTexts = texts.map(stemsIn)
  const counts = new Map<string, number>()
  for (const stems of stemsOfTexts) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const asked = new Set([...stemsIn(about)].filter((stem) => !isCommon(stem)))
  // What only one text says is not shared, unless it was asked for; what all say is the subject.
  const weightOf = (stem: string) =>
    (asked.has(stem) ? ASKED : 0) +
    (counts.get(stem)! > 1 ? Math.log(1 + counts.get(stem)!) * (isCommon(stem) ? COMMON : 1) : 0)
  const rest = texts.flatMap((text, at) =>
    sentencesIn(text)
      .filter((sentence) => sentence.length <= LONG && !isAsking(sentence) && !isCourtesy(sentence))
      .map((sentence) => ({ text: at, sentence, stems: stemsIn(sentence) }))
      .filter(({ stems }) => stems.size >= FEWEST_STEMS)
      .map((each) => {
        const sum = [...each.stems].reduce((all, stem) => all + weightOf(stem), 0)
        return { ...each, score: (sum / Math.sqrt(each.stems.size)) * (leansOnOthers(each.sentence) ? LEANING : 1) }
      }),
  )
  const chosen: (typeof rest)[number][] = []
  while (chosen.length < most) {
    // Of each text one sentence, as long as there are others.
    const open = rest.filter(({ text, score }) => score > 0 && !chosen.some((other) => other.text === text))
    const worth = (each: (typeof rest)[number]) =>
      each.score * (1 - REDUNDANCY * Math.max(0, ...chosen.map((other) => shareOf(each.stems, other.stems))))
    const next = open.reduce<(typeof rest)[number] | undefined>(
      (best, each) => (!best || worth(each) > worth(best) ? each : best),
      undefined,
    )
    if (!next) break
    chosen.push(next)
  }
  return chosen.toSorted((a, b) => a.text - b.text).map(({ text, sentence }) => ({ text, sentence }))
}

const shareOf = (stems: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...stems].filter((stem) => others.has(stem)).length / stems.size
