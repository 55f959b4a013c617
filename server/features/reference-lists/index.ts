import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { listImports } from './imports.actions.ts'
import { mergeReferenceEntries } from './merges.actions.ts'
import { listDesk } from './reference-lists.access.ts'
import { retireReferenceEntry, saveReferenceEntry } from './reference-lists.actions.ts'
import { takeReadyLists } from './ready-lists.actions.ts'
import { referenceListReads } from './reference-lists.reads.ts'

export const referenceListsFeature = defineFeature({
  name: 'reference-lists',
  level: 'top',
  reads: referenceListReads,
  access: [listDesk],
  actions: ({ pool, bus }) => ({
    saveReferenceEntry: (call: Call<never>) => saveReferenceEntry(pool, bus, call),
    mergeReferenceEntries: (call: Call<never>) => mergeReferenceEntries(pool, bus, call),
    retireReferenceEntry: (call: Call<never>) => retireReferenceEntry(pool, bus, call),
    takeReadyLists: (call: Call<never>) => takeReadyLists(pool, bus, call),
  }),
  imports: ({ pool, bus }) => listImports(pool, bus),
})
