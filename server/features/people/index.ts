import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { updateDisplayPreferences } from './display-preferences.actions.ts'
import { displayPreferenceReads } from './display-preferences.reads.ts'
import * as reads from './people.reads.ts'

export { people } from './people.access.ts'
export const peopleReads = merged(reads.peopleReads, displayPreferenceReads)

export const peopleActions = (pool: pg.Pool): Actions => ({
  updateDisplayPreferences: (call: Call<never>) => updateDisplayPreferences(pool, call),
})
