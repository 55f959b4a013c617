/**
 * What members watch: the position, so that they go on where they stopped on any device, and the seconds of a video that
 * were played, each counted once. Features say which videos a viewer may watch; this file does not know them.
 */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, type Sql } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import { WATCH_CALL_SECONDS, type MaterialKind } from '#shared/materials.ts'
import { saveWatching } from './materials.sql.ts'

type WatchedKind = Extract<MaterialKind, 'event_video' | 'mainstage_session' | 'series_video'>

const watchable = new Map<WatchedKind, (id: Parameter) => Sql>()

/**
 * Called once by the feature that owns this kind. The select has the column `video_id`, and a row only if the viewer may
 * watch the item with this id.
 */
export function makeWatchable(kind: WatchedKind, rows: (id: Parameter) => Sql): void {
  watchable.set(kind, rows)
}

interface WatchArgs {
  kind: WatchedKind
  id: number
  position: number
  from?: number | null
  to?: number | null
}

/** Resolves to the id of the video. */
export async function recordWatching(pool: pg.Pool, { viewer, args }: Call<WatchArgs>): Promise<number> {
  const rows = watchable.get(args.kind)
  const [found] = rows
    ? await selectRows<{ video_id: number | null }>(pool, rows(new Parameter('item', 'bigint', () => args.id)), viewer)
    : []
  if (!found?.video_id)
    throw problem('materials.video_not_found', { message: 'This video isn’t available.', field: 'id' })
  const from = Math.max(0, args.from ?? 0)
  await pool.query(
    saveWatching({
      userId: viewer.id,
      videoId: found.video_id,
      position: Math.max(0, args.position),
      from,
      to: Math.max(from, args.to ?? from),
      most: WATCH_CALL_SECONDS,
    }),
  )
  return found.video_id
}
