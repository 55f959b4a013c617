/** The size of the large dataset, and the type of its steps. */
export interface LargeOptions {
  members?: number
  threads?: number
  /** All messages, including opening messages. */
  messages?: number
  networks?: number
  seed?: number
  /** All words equally frequent and none rare: the worst case for a search. */
  isEven?: boolean
}

export type Step = readonly [label: string, sql: string]
export type Plan = Required<LargeOptions>

export const LONG_THREAD_MESSAGES = 1_000
