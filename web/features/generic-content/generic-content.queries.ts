import { GetGenericContent, GetStaffGenericContents, type ContentVersionFragment } from '#api/operations.ts'
import type { ContentSection } from '#shared/generic-content.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type ContentVersion = ContentVersionFragment

export const contentQuery = (section: ContentSection) => operationQuery(GetGenericContent, { section })
export const versionsQuery = (section: ContentSection) =>
  operationQuery(GetStaffGenericContents, { section }, { staleTime: 0 })

export const CONTENT_KEYS = [[GetStaffGenericContents.name], [GetGenericContent.name]]
