import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { blockMember, unblockMember } from './blocks.actions.ts'

export { blocks } from './blocks.access.ts'
export { blockReads } from './blocks.reads.ts'
export { people } from './people.access.ts'
export { peopleReads } from './people.reads.ts'

export const peopleActions = (pool: pg.Pool): Actions => ({
  blockMember: (call: Call<never>) => blockMember(pool, call),
  unblockMember: (call: Call<never>) => unblockMember(pool, call),
})
