import { define, value } from '#server/platform/graph/reads.ts'
import { trustedSql, sql, type Sql } from '#server/platform/graph/sql.ts'

/** URL of a picture, which was re-encoded at upload: full size or preview. */
const picture = (which: 'picture' | 'preview') =>
  value(
    (x: Sql) =>
      sql`case when ${x}.preview_key is not null then '/api/attachments/' || ${x}.id || ${trustedSql(`'/${which}'`)} end`,
  )

export const attachmentReads = define({
  MessageAttachment: { image_url: picture('picture'), thumbnail_url: picture('preview') },
})
