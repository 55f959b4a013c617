/**
 * Files and videos of the library have no readers of their own: documents, events and series decide who may read them,
 * and reach these rows only from a row that the viewer may read.
 */
import { checkedRelations, sql, uncheckedRelations, viewer } from '#server/platform/graph/sql.ts'

export const materials = uncheckedRelations({
  material_files: sql`select f.* from material_files f`,
  material_pages: sql`select p.* from material_pages p`,
  material_videos: sql`select v.* from material_videos v`,
  material_cues: sql`select c.* from material_cues c`,
  material_chapters: sql`select c.* from material_chapters c`,
})

export const ownMaterials = checkedRelations({
  watch_progress: sql`select p.* from watch_progress p where p.user_id = ${viewer.id}`,
  material_downloads: sql`select d.* from material_downloads d where d.user_id = ${viewer.id}`,
})
