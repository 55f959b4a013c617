import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { ownBookmarks } from './bookmarks.access.ts'
import { alterBookmarks } from './bookmarks.actions.ts'
import { bookmarkReads } from './bookmarks.reads.ts'
import { bookmarksPersonalData } from './personal-data.ts'

export const bookmarksFeature = defineFeature({
  name: 'bookmarks',
  level: 'around',
  reads: bookmarkReads,
  access: [ownBookmarks],
  personalData: bookmarksPersonalData,
  actions: ({ pool, bus }) => ({
    alterBookmarks: (call: Call<never>) => alterBookmarks(pool, bus, call),
  }),
})
