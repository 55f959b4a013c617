import { define, value } from '#server/platform/graph/reads.ts'
import { trustedSql, sql, type Sql } from '#server/platform/graph/sql.ts'

/** Of a picture, which was drawn anew when it came: the whole of it, or a small one. */
const picture = (which: 'picture' | 'preview') =>
  value(
    (x: Sql) =>
      sql`case when ${x}.preview_key is not null then '/api/attachments/' || ${x}.id || ${trustedSql(`'/${which}'`)} end`,
  )

export const attachmentReads = define({
  MessageAttachment: { image_url: picture('picture'), thumbnail_url: picture('preview') },
})
