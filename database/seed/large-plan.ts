/** The size of the large dataset, the type of its steps, and what they share. */
export interface LargeOptions {
  members?: number
  threads?: number
  /** All messages, including opening messages. */
  messages?: number
  networks?: number
  seed?: number
  /** All words equally frequent and none rare: the worst case for a search. */
  isEven?: boolean
  /** Without conversations, notifications, follows, views and staff work. */
  isFeedOnly?: boolean
}

export type Step = readonly [label: string, sql: string]
export type Plan = Required<LargeOptions>

export const LONG_THREAD_MESSAGES = 1_000
/** Staff accounts; their ids follow those of the members. */
export const STAFF = 3

/** Today, so that reads of the last days find something: the same options give the same rows, moved to the day. */
export const UNTIL = `date_trunc('day', now())`
export const SPAN = `interval '3 years'`

export const networkDrawn = (n: string, choice: number, networks: number) =>
  // Squared, so that the first (largest) networks are the most active.
  `1 + floor(pg_temp.draw(${n}, ${choice}) ^ 2 * ${networks})::bigint`

export const PASSAGES = 4_096
export const passage = (n: string, choice: number) => `floor(pg_temp.draw(${n}, ${choice}) * ${PASSAGES})::integer`
