import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { accessDesk } from './access/access.access.ts'
import { setNetworkAccess } from './access/access.actions.ts'
import { accessReads } from './access/access.reads.ts'
import { networkDesk } from './desk/desk.access.ts'
import { networkDeskReads } from './desk/desk.reads.ts'
import { saveDiscipline, saveNetwork } from './desk/networks.actions.ts'
import { saveNetworkPicture } from './desk/pictures.actions.ts'
import { registerNetworkPictures } from './desk/pictures.routes.ts'
import { priceActions } from './desk/prices.actions.ts'
import { networkPrice, networks, usableNetworks } from './networks.access.ts'
import { networkReads } from './networks.reads.ts'
import { offeredLists } from './lists/reference-lists.access.ts'

export { isFeatureOn, requireFeature } from './features.ts'
export { idsOfNames } from './named.ts'
export { networkPrice, networks, usableNetworks }

export const networksFeature = defineFeature({
  name: 'networks',
  level: 'ground',
  reads: merged(networkReads, networkDeskReads, accessReads),
  access: [networks, offeredLists, networkDesk, accessDesk],
  actions: ({ pool, bus, blobs, sessions }) => {
    const desk = { pool, bus, blobs, forget: () => sessions.forget() }
    return {
      saveNetwork: (call: Call<never>) => saveNetwork(desk, call),
      saveNetworkPicture: (call: Call<never>) => saveNetworkPicture(desk, call),
      ...priceActions(desk),
      setNetworkAccess: (call: Call<never>) => setNetworkAccess(desk, call),
      saveDiscipline: (call: Call<never>) => saveDiscipline(desk, call),
    }
  },
  routes: (app, { pool, blobs }) => registerNetworkPictures(app, { pool, blobs }),
})
