export { requireFeature } from './features.ts'
export { networks } from './networks.access.ts'
export { networkReads } from './networks.reads.ts'
