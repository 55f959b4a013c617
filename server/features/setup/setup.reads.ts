import { define, many } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { SETUP_STEPS } from '#shared/setup.ts'
import { setup } from './setup.access.ts'

/** The steps, and the two marks besides. */
const MARKS = SETUP_STEPS.length + 2

const all = many(() => ({
  rows: sql`select s.* from ${setup.setup_steps} s`,
  order: sql`s.changed_at, s.step`,
  cap: MARKS,
}))

export const setupReads = define({ Query: { setup_steps: all }, Mutation: { saveSetupStep: all } })
