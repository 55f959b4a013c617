/** Rules of anonymous questions, shared by server and browser. */

/** The account that all anonymous content is published under. It is not a member. */
export const ANONYMOUS_USER_ID = 9_000_000_000_000_000

/** The minimum number of members that must fit what a text reveals. */
export const ANONYMITY_FLOOR = 20
/** Counts are shown only in these steps, so that nobody can count members with repeated queries. */
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
/** Never allowed, no matter how many members fit. */
export const ALWAYS_REFUSED: readonly AnonymityFact[] = ['name', 'company']

/** Job titles, each with its spellings: regular expressions for PostgreSQL and JavaScript. */
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

/** An anonymous post waits a random time: from 1/4 of the maximum delay that staff have set to all of it. */
export const LEAST_PART = 4
export const leastDelay = (mostMinutes: number): number => Math.ceil(mostMinutes / LEAST_PART)
/** The maximum number of waiting posts per member. */
export const WAITING_POSTS = 20
/** Published and refused posts stay in the author's list for this long. */
export const ENDED_POSTS_HOURS = 24
/** For this long after anonymous content was published or changed in a network, no member there is shown as online. */
export const PRESENCE_RESTS_MINUTES = 15
