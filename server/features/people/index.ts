import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { blockMember, unblockMember } from './blocks.actions.ts'
import { updateDisplayPreferences } from './display-preferences.actions.ts'
import { displayPreferenceReads } from './display-preferences.reads.ts'
import * as reads from './people.reads.ts'

export { blocks } from './blocks.access.ts'
export { blockReads } from './blocks.reads.ts'
export { people } from './people.access.ts'
export const peopleReads = merged(reads.peopleReads, displayPreferenceReads)

export const peopleActions = (pool: pg.Pool): Actions => ({
  updateDisplayPreferences: (call: Call<never>) => updateDisplayPreferences(pool, call),
  blockMember: (call: Call<never>) => blockMember(pool, call),
  unblockMember: (call: Call<never>) => unblockMember(pool, call),
})
