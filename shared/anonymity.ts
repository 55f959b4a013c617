/** Rules and words of anonymous questions, used by server and browser alike. */

/** The account under which everything anonymous stands; no member. */
export const ANONYMOUS_USER_ID = 9_000_000_000_000_000

/** At least so many members must fit what a text reveals. */
export const ANONYMITY_FLOOR = 20
/** Counts are shown in these steps only, so that nobody can count members by asking again and again. */
export const ANONYMITY_STEPS = [20, 50, 100, 500] as const

export const ANONYMITY_FACTS = [
  'name',
  'company',
  'city',
  'country',
  'title',
  'employees',
  'lawyers',
  'started',
] as const
export type AnonymityFact = (typeof ANONYMITY_FACTS)[number]
/** Never allowed, however many members fit. */
export const ALWAYS_REFUSED: readonly AnonymityFact[] = ['name', 'company']

/** What a title says, in the forms in which it is written; a regular expression for the database and for us. */
export const TITLE_PHRASES = [
  'deputy general counsel|dgc',
  'general counsel|gc',
  'chief legal officer|clo',
  'chief financial officer|cfo',
  'chief executive officer|ceo',
  'chief operating officer|coo',
  'chief compliance officer|cco',
  'company secretary|corporate secretary',
  'treasurer',
  'controller',
  'finance director|director of finance',
  'vp finance|vice president of finance|vice president, finance',
  'head of legal',
  'founder',
  'president',
] as const

export interface Meter {
  facts: readonly { kind: AnonymityFact; words: string }[]
  num_of_members: number
  may_post: boolean
}

/** "fewer than 20", "20 or more". */
export const membersInWords = (step: number) => (step === 0 ? `fewer than ${ANONYMITY_FLOOR}` : `${step} or more`)

/** What the text reveals and how many fit it, as a sentence. */
export function meterSentence({ facts, num_of_members }: Meter): string {
  const fit = `${membersInWords(num_of_members)} members fit.`
  if (facts.length === 0) return `The text reveals nothing of your profile: ${fit}`
  return `${factsInWords(facts)}: ${fit}`
}

/** Why it cannot be posted anonymously and what to do; null when it can. */
export function meterProblem({ facts, may_post }: Meter): string | null {
  const named = facts.filter(({ kind }) => ALWAYS_REFUSED.includes(kind))
  if (named.length > 0)
    return `The text names ${factsInWords(named)}. Remove that to ask anonymously; your text is kept.`
  if (may_post) return null
  if (facts.length === 0)
    return 'Too few members could have written this, whatever it says. Choose another network, or ask under your name.'
  return `Too few members fit what the text reveals: ${factsInWords(facts)}. Remove some of it to ask anonymously; your text is kept.`
}

const factsInWords = (facts: Meter['facts']) => facts.map(({ words }) => words).join(', ')
