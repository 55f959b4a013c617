export { people } from './people.access.ts'
export { peopleReads } from './people.reads.ts'
