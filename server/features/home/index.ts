export { home } from './home.access.ts'
export { homeReads } from './home.reads.ts'
