/** When members have not answered a question. Measured on the lists of tests/assistant: see decision 0112. */
import type { Asked } from './question.ts'
import type { Weighed } from './weighing.ts'

/** Of the question, in one passage with its topic and its opening. */
const LEAST_COVERAGE = 0.6
/** A topic with two of its words is what is asked about, so less must be covered besides. */
const LEAST_WITH_TOPIC = 0.4
/** The same for a topic with two of its words of which some are common, and one word that is not. */
const LEAST_WITH_COMMON_TOPIC = 0.5
/** Words that are not common: with one alone, anything is near. */
const LEAST_WORDS = 2
/** If the question has common words only. */
const LEAST_OF_COMMON = 0.9

/** What covers enough of the question to answer it. */
export function answering(weighed: readonly Weighed[], { terms }: Asked): Weighed[] {
  const rare = terms.filter(({ isCommon }) => !isCommon).length
  // One common word is in everything.
  if (rare === 0) return terms.length < 2 ? [] : weighed.filter(({ coverage }) => coverage >= LEAST_OF_COMMON)
  return weighed.filter(({ coverage, rareWords, rareInTitle, inTitle }) => {
    const isNear =
      rareWords >= Math.min(LEAST_WORDS, rare) &&
      coverage >= (rareInTitle >= LEAST_WORDS ? LEAST_WITH_TOPIC : LEAST_COVERAGE)
    return isNear || (rareWords > 0 && inTitle >= LEAST_WORDS && coverage >= LEAST_WITH_COMMON_TOPIC)
  })
}
