/** Earning by watching: codes at undisclosed times prove that somebody watches; minutes come from what was played. */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, type Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { materials } from '#server/features/materials/index.ts'
import { CLE_CODE_SECONDS, CLE_CODE_TRIES, CLE_CODE_WINDOW_SECONDS } from '#shared/cle.ts'
import type { Signer } from '../certificates/certificate-key.ts'
import { evidence, issueCertificate } from '../certificates/issue.ts'
import { cle } from '../cle.access.ts'
import { answerCode, countTry, insertCodes, lockCodes, replaceCode, selectWatched, showCode } from '../cle.sql.ts'
import { newCode, placeIn, planCodes } from './plan.ts'

interface Accreditation {
  id: number
  title: string
  number: string
  jurisdiction: string
  minutes: number
  video_id: number
}
interface CodeRow {
  place: number
  from_second: number
  to_second: number
  at_second: number
  code: string
  shown_at: Date | null
  tries: number
  answered_at: Date | null
  age: number | null
}
interface Watched {
  position: number
  seconds: number
  is_playing: boolean
}

const given = (name: string, id: number) => new Parameter(name, 'bigint', () => id)
const missing = (field: string) => problem('cle.not_found', { message: 'This program offers no CLE credit.', field })

/** The duration of a video that is accredited now and that the viewer may watch. */
async function requireVideo(pool: pg.Pool, viewer: Viewer, id: number): Promise<number> {
  const [found] = await selectRows<{ duration: number }>(
    pool,
    sql`select v.duration from ${materials.material_videos} v
      where v.id = ${given('video', id)} and v.id in (select a.video_id from ${cle.accreditations} a)`,
    viewer,
  )
  if (!found) throw missing('video_id')
  return found.duration
}

/** Resolves to the video's id. */
export async function checkCleCode(pool: pg.Pool, bus: Bus, call: Call<{ video_id: number }>): Promise<number> {
  const { viewer, args } = call
  const duration = await requireVideo(pool, viewer, args.video_id)
  const ids = { userId: viewer.id, videoId: args.video_id }
  return transaction(pool, bus, async (tx) => {
    await tx.query(insertCodes({ ...ids, codes: JSON.stringify(planCodes(duration)) }))
    const { rows: codes } = await tx.query<CodeRow>(lockCodes(ids))
    const { rows: watched } = await tx.query<Watched>(selectWatched(ids))
    for (const code of codes) if (isMissed(code)) await replace(tx, ids, code)
    const isWaiting = codes.some((code) => code.answered_at === null && code.shown_at !== null && !isMissed(code))
    const due = watched[0]?.is_playing && !isWaiting ? codes.find((code) => isDue(code, watched[0]!)) : undefined
    if (due) {
      await tx.query(showCode({ ...ids, place: due.place }))
      await evidence(tx, viewer.id, 'code_shown', { video: ids.videoId, place: due.place, at_second: due.at_second })
    }
    return args.video_id
  })
}

const isMissed = ({ answered_at, age, tries }: CodeRow) =>
  answered_at === null && age !== null && (age > CLE_CODE_SECONDS || tries >= CLE_CODE_TRIES)

const isDue = ({ answered_at, shown_at, at_second }: CodeRow, { position }: Watched) =>
  answered_at === null && shown_at === null && position >= at_second && position <= at_second + CLE_CODE_WINDOW_SECONDS

async function replace(tx: Transaction, ids: { userId: number; videoId: number }, code: CodeRow) {
  const { place, from_second: from, to_second: to } = code
  await tx.query(replaceCode({ ...ids, place, at: placeIn({ from, to }), code: newCode() }))
  await evidence(tx, ids.userId, 'code_missed', { video: ids.videoId, place, at_second: code.at_second })
}

/** Resolves to the video's id. A wrong code counts as a try, so it is refused after the commit. */
export async function submitCleCode(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ video_id: number; code: string }>,
): Promise<number> {
  await requireVideo(pool, viewer, args.video_id)
  const ids = { userId: viewer.id, videoId: args.video_id }
  const outcome = await transaction(pool, bus, async (tx) => {
    const { rows: codes } = await tx.query<CodeRow>(lockCodes(ids))
    const shown = codes.find((code) => code.answered_at === null && code.shown_at !== null && !isMissed(code))
    if (!shown) return 'late'
    if (shown.code !== args.code.trim().toUpperCase()) {
      await tx.query(countTry({ ...ids, place: shown.place }))
      return 'wrong'
    }
    await tx.query(answerCode({ ...ids, place: shown.place }))
    const facts = { video: ids.videoId, place: shown.place, at_second: shown.at_second, after_seconds: shown.age }
    await evidence(tx, viewer.id, 'code_accepted', facts)
    return 'accepted'
  })
  if (outcome === 'late')
    throw problem('cle.code_late', {
      message: `No code is waiting. Each is shown for ${CLE_CODE_SECONDS} seconds; another one follows.`,
      field: 'code',
    })
  if (outcome === 'wrong')
    throw problem('cle.code_wrong', { message: 'This isn’t the code shown. Check each letter.', field: 'code' })
  return args.video_id
}

interface Tools {
  pool: pg.Pool
  bus: Bus
  signer: Signer
}

/** Resolves to the id of the credit. */
export async function claimCleCredit(
  { pool, bus, signer }: Tools,
  { viewer, args }: Call<{ accreditation_id: number }>,
): Promise<number> {
  const [accreditation] = await selectRows<Accreditation>(
    pool,
    sql`select a.id, a.title, a.number, a.jurisdiction, a.minutes, a.video_id from ${cle.accreditations} a
      where a.id = ${given('accreditation', args.accreditation_id)} and a.video_id is not null`,
    viewer,
  )
  if (!accreditation) throw missing('accreditation_id')
  const ids = { userId: viewer.id, videoId: accreditation.video_id }
  return transaction(pool, bus, async (tx) => {
    const { rows: codes } = await tx.query<CodeRow>(lockCodes(ids))
    const { rows: watched } = await tx.query<Watched>(selectWatched(ids))
    const seconds = watched[0]?.seconds ?? 0
    const minutes = Math.floor(seconds / 60)
    if (minutes < accreditation.minutes)
      throw problem('cle.not_watched', {
        message: `${minutes} of ${accreditation.minutes} minutes are counted. Watch the rest first.`,
      })
    if (codes.length === 0 || codes.some(({ answered_at }) => answered_at === null))
      throw problem('cle.codes_open', {
        message: 'A code hasn’t been entered yet. Keep watching; it is shown again at another time.',
      })
    const id = await issueCertificate(tx, signer, {
      userId: viewer.id,
      origin: 'watched',
      accreditation,
      minutes: accreditation.minutes,
    })
    await evidence(tx, viewer.id, 'watched', { video: ids.videoId, seconds, codes: codes.length })
    return id
  })
}
