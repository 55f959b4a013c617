export { limitReads } from './limits.reads.ts'
