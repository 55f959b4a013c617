/** Rules of anonymous questions, used by server and browser alike. */

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

/** An anonymous post waits a random time between a part of the longest delay that staff have set, and all of it. */
export const LEAST_PART = 4
export const leastDelay = (mostMinutes: number): number => Math.ceil(mostMinutes / LEAST_PART)
/** A member may have so many waiting. */
export const WAITING_POSTS = 20
/** What appeared or was refused is listed for its author this long. */
export const ENDED_POSTS_HOURS = 24
/** Nobody in a network is shown as online for this long after something anonymous appeared or changed there. */
export const PRESENCE_RESTS_MINUTES = 15
