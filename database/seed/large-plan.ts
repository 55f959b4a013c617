/** How large the large community is, and how its parts say what they do. */
export interface LargeOptions {
  members?: number
  threads?: number
  /** All messages, the opening ones included. */
  messages?: number
  networks?: number
  seed?: number
}

export type Step = readonly [label: string, sql: string]
export type Plan = Required<LargeOptions>

export const LONG_THREAD_MESSAGES = 1_000
