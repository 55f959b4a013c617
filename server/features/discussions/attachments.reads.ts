import { define, value } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'

const preview = value(
  (x: Sql) => sql`case when ${x}.preview_key is not null then '/api/attachments/' || ${x}.id || '/preview' end`,
)

export const attachmentReads = define({ MessageAttachment: { image_url: preview, thumbnail_url: preview } })
