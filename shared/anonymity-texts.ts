/** Texts about anonymous questions, for the composer and for refusals. */
import { ALWAYS_REFUSED, ANONYMITY_FLOOR, type AnonymityFact } from './anonymity.ts'

export interface Meter {
  facts: readonly { kind: AnonymityFact; words: string }[]
  num_of_members: number
  may_post: boolean
}

/** "fewer than 20", "20 or more". */
export const membersInWords = (step: number) => (step === 0 ? `fewer than ${ANONYMITY_FLOOR}` : `${step} or more`)

/** One sentence: what the text reveals and how many members it fits. */
export function meterSentence({ facts, num_of_members }: Meter): string {
  const fit = `${membersInWords(num_of_members)} members could have written it.`
  if (facts.length === 0) return `Your text reveals nothing from your profile: ${fit}`
  return `${factsInWords(facts)}: ${fit}`
}

/** Members see who opened a poll, so an anonymous draft never becomes a poll automatically. */
export const POLL_IS_NAMED =
  'Polls show who posted them. To ask anonymously, choose another type; otherwise, turn off “Ask anonymously.” Your text is saved.'

/** Why the text cannot be posted anonymously and what to do; null if it can. */
export function meterProblem({ facts, may_post }: Meter): string | null {
  const named = facts.filter(({ kind }) => ALWAYS_REFUSED.includes(kind))
  if (named.length > 0)
    return `Your text includes ${factsInWords(named)}. Remove that to ask anonymously. Your text is saved.`
  if (may_post) return null
  if (facts.length === 0)
    return 'Too few members could have written this, no matter what it says. Choose another network, or ask under your name.'
  return `Too few members match what your post reveals: ${factsInWords(facts)}. Remove some of these details to ask anonymously. Your text is saved.`
}

const factsInWords = (facts: Meter['facts']) => facts.map(({ words }) => words).join(', ')
