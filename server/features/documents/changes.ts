import { materials } from '#server/features/materials/index.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { selectRows } from '#server/platform/database/select.ts'
import type { FilePage } from '#server/platform/files/file-tools.ts'
import { Parameter, sql, type Viewer } from '#server/platform/graph/sql.ts'
import type { DocumentChanges } from '#shared/documents.ts'
import { documents } from './documents.access.ts'

interface Row extends Record<string, unknown> {
  version: number
  outcome: string | null
  pages: FilePage[]
}

/** The changes between the texts of two versions that the viewer may read; undefined if they may not. */
export async function changesBetween(
  { readPool, fileTools }: AppContext,
  viewer: Viewer,
  { id, from, to }: { id: number; from: number; to: number },
): Promise<DocumentChanges | undefined> {
  const rows = await selectRows<Row>(
    readPool,
    sql`
      select v.number as version, f.outcome, (
        select coalesce(json_agg(json_build_object('number', p.number, 'label', p.label, 'text', p.content) order by p.number), '[]')
        from ${materials.material_pages} p where p.file_id = f.id) as pages
      from ${documents.versions} v join ${materials.material_files} f on f.id = v.file_id
      where v.document_id = ${new Parameter('document', 'bigint', () => id)} and v.can_open
        and v.number = any(${new Parameter('numbers', 'integer[]', () => [from, to])})`,
    viewer,
  )
  const [before, after] = [from, to].map((number) => rows.find(({ version }) => version === number))
  if (!before || !after) return undefined
  const silent = [before, after].find(({ pages }) => pages.every(({ text }) => text.trim() === ''))
  if (silent)
    return {
      outcome: 'no_text',
      message:
        silent.outcome === null
          ? 'These versions can be compared once their text has been read. This takes about a minute.'
          : `These versions can’t be compared: no text could be read in version ${silent.version}.`,
      parts: [],
    }
  return { outcome: 'compared', message: null, parts: await fileTools.redline(before.pages, after.pages) }
}
