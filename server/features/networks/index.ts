import { defineFeature } from '#server/platform/feature.ts'
import { networks, usableNetworks } from './networks.access.ts'
import { networkReads } from './networks.reads.ts'

export { requireFeature } from './features.ts'
export { idsOfNames } from './named.ts'
export { networks, usableNetworks }

export const networksFeature = defineFeature({
  name: 'networks',
  level: 'ground',
  reads: networkReads,
  access: [networks],
})
