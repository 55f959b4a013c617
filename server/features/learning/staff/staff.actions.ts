/** Staff create and edit series. Each act is on record with how the series was before. */
import type pg from 'pg'
import { addUploadedFile } from '#server/features/materials/index.ts'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import { seriesProblem } from '#shared/learning.ts'
import { mayInEach } from '#shared/staff-roles.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import {
  deleteSpeakers,
  insertSeries,
  insertSpeakers,
  lockSeries,
  replaceDocuments,
  replaceSponsors,
  replaceVideos,
  selectChoices,
  unknownParts,
  updateSeries,
} from './staff.sql.ts'

interface SeriesInput {
  peer_network_id: number
  title: string
  description?: string | null
  is_published: boolean
  image?: UploadedFile | null
  without_image?: boolean | null
  videos: {
    id?: number | null
    video_id: number
    title: string
    description?: string | null
    available_from?: string | null
  }[]
  documents: { id?: number | null; file?: UploadedFile | null; title: string; available_from?: string | null }[]
  speakers: { user_id?: number | null; name?: string | null; title?: string | null }[]
  sponsors: { id?: number | null; first_name: string; company: string; email: string; paid_for?: string | null }[]
}
interface SaveArgs {
  id?: number | null
  series: SeriesInput
  idempotency_key: string
}

const refuse = (field: string, message: string) => problem('learning.series', { message, field })
const notHere = () => problem('learning.not_found', { message: 'This series isn’t available.', field: 'id' })
const UNKNOWN: Record<string, string> = {
  peer_network_id: 'Choose a network from the list.',
  videos: 'Choose each part from the list of videos.',
  documents: 'A document has been removed in the meantime. Reload the page.',
  speakers: 'Choose each member from the list.',
  sponsors: 'A sponsor has been removed in the meantime. Reload the page.',
}
const given = (ids: readonly (number | null | undefined)[]) => ids.filter((id) => id !== null && id !== undefined)

/** Resolves to the id of the series. */
export async function saveSeries(pool: pg.Pool, bus: Bus, { viewer, args }: Call<SaveArgs>): Promise<number> {
  requirePermission(viewer, 'content', 'somewhere')
  const { series } = args
  const wrong = seriesProblem(series)
  if (wrong) throw refuse(wrong.field, wrong.message)
  if (series.documents.some(({ id, file }) => !id && !file))
    throw refuse('documents', 'Choose a file for each document.')
  if (series.image && !series.image.file_type.startsWith('image/')) throw refuse('image', 'Choose an image.')
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'saveSeries', asked }
  return transaction(pool, bus, async (tx) => {
    const before = args.id ? (await tx.query<Locked>(lockSeries({ id: args.id }))).rows[0] : null
    // To staff of other networks a series does not exist.
    if (before === undefined || (before && !isStaffOf(viewer, before.peer_network_id))) throw notHere()
    if (!isStaffOf(viewer, series.peer_network_id)) throw refuse('peer_network_id', UNKNOWN['peer_network_id']!)
    await requireKnown(tx, args.id ?? null, series)
    await requireChoices(tx, viewer, { before, series })
    const id = args.id ?? (await createSeries(tx, intent, series))
    if (id === undefined) return (await earlierResult(tx, intent))!
    await writeSeries(tx, { id, series, userId: viewer.id })
    const { rows } = await tx.query<Locked>(lockSeries({ id }))
    await recordStaffAction(tx, viewer.id, {
      act: before ? 'series.edited' : 'series.created',
      itemId: id,
      itemName: rows[0]!.title,
      ...(before && { before: before.facts }),
      after: rows[0]!.facts,
    })
    return id
  })
}

interface Locked {
  title: string
  peer_network_id: number
  video_ids: number[]
  facts: object
}

const isStaffOf = ({ grants }: Viewer, networkId: number) => mayInEach(grants, 'content', [networkId])

/** New parts are among what the viewer may choose; those of before may stay. */
async function requireChoices(
  tx: Transaction,
  viewer: Viewer,
  { before, series }: { before: Locked | null; series: SeriesInput },
): Promise<void> {
  const fresh = series.videos.flatMap(({ video_id }) => (before?.video_ids.includes(video_id) ? [] : [video_id]))
  const ids = [...new Set(fresh)]
  const found = await selectRows(tx, selectChoices(ids), viewer)
  if (found.length < ids.length) throw refuse('videos', UNKNOWN['videos']!)
}

async function requireKnown(tx: Transaction, seriesId: number | null, series: SeriesInput): Promise<void> {
  const { rows } = await tx.query<{ field: string }>(
    unknownParts({
      seriesId,
      networkId: series.peer_network_id,
      videoIds: series.videos.map(({ video_id }) => video_id),
      users: given(series.speakers.map(({ user_id }) => user_id)),
      videos: given(series.videos.map(({ id }) => id)),
      documents: given(series.documents.map(({ id }) => id)),
      sponsors: given(series.sponsors.map(({ id }) => id)),
    }),
  )
  const [unknown] = rows
  if (unknown) throw refuse(unknown.field, UNKNOWN[unknown.field]!)
}

/** Undefined if an earlier attempt created it. */
async function createSeries(
  tx: Transaction,
  intent: IdempotentRequest,
  series: SeriesInput,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    insertSeries({ ...claimValues(intent), networkId: series.peer_network_id, title: series.title.trim() }),
  )
  return rows[0]?.id
}

interface Written {
  id: number
  series: SeriesInput
  userId: number
}

async function writeSeries(tx: Transaction, { id, series, userId }: Written): Promise<void> {
  const [image] = series.image ? await claimUploads(tx, userId, [series.image], 'image') : []
  await tx.query(
    updateSeries({
      id,
      networkId: series.peer_network_id,
      title: series.title.trim(),
      description: series.description?.trim() ?? '',
      imageKey: image?.preview_key ?? null,
      withoutImage: series.without_image ?? false,
      isPublished: series.is_published,
    }),
  )
  const documents = []
  for (const [place, { file, ...document }] of series.documents.entries())
    documents.push({
      ...document,
      place,
      title: document.title.trim(),
      file_id: !document.id && file ? await addUploadedFile(tx, { userId, upload: file, field: 'documents' }) : null,
    })
  const text = (value: string | null | undefined) => value?.trim() ?? ''
  const videos = series.videos.map((video, at) => ({
    ...video,
    place: at + 1,
    title: video.title.trim(),
    description: text(video.description),
  }))
  const speakers = series.speakers.map(({ user_id, name, title }, place) => ({
    place,
    user_id: user_id ?? null,
    name: user_id ? null : text(name),
    title: text(title) || null,
  }))
  const sponsors = series.sponsors.map((sponsor, place) => ({
    ...sponsor,
    place,
    first_name: sponsor.first_name.trim(),
    company: sponsor.company.trim(),
    email: sponsor.email.trim(),
    paid_for: text(sponsor.paid_for),
  }))
  await tx.query(replaceVideos({ seriesId: id, rows: JSON.stringify(videos) }))
  await tx.query(replaceDocuments({ seriesId: id, rows: JSON.stringify(documents) }))
  await tx.query(deleteSpeakers({ seriesId: id }))
  await tx.query(insertSpeakers({ seriesId: id, rows: JSON.stringify(speakers) }))
  await tx.query(replaceSponsors({ seriesId: id, rows: JSON.stringify(sponsors) }))
}
