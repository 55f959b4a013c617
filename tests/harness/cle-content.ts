/** CLE of a member with everything that it can have: credits, a certificate, a video with a code that is due. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedCle } from '#database/seed/cle.ts'
import { loadOrCreateSigner } from '#server/features/cle/index.ts'
import type { TestServer } from './test-server.ts'

/** Resolves to an accredited video that the member has begun. */
export async function fillCle({ database, sql }: TestServer, member: number): Promise<number> {
  const client = await database.write.connect()
  try {
    const signer = loadOrCreateSigner(mkdtempSync(path.join(tmpdir(), 'signer-')), undefined)
    await seedCle(client, { signer, put: () => Promise.resolve('0'.repeat(64)), now: new Date() })
  } finally {
    client.release()
  }
  const [video] = await sql<{ id: number }>(
    `select video_id as id from event_videos where title = 'Privilege in internal investigations'`,
  )
  await sql(
    `insert into cle_accreditations (video_id, jurisdiction, title, number, minutes, valid_from, valid_until)
     values ($1, 'NY', 'Privilege', 'NY-1', 50, current_date - 1, current_date + 1)`,
    [video!.id],
  )
  await sql(
    `insert into watch_progress (user_id, video_id, position, watched) values ($1, $2, 9, '{[0,9)}')
     on conflict (user_id, video_id) do update set position = 9`,
    [member, video!.id],
  )
  await sql(
    `insert into cle_codes (user_id, video_id, place, from_second, to_second, at_second, code, shown_at)
     values ($1, $2, 1, 0, 5, 1, 'ABCDEF', now())`,
    [member, video!.id],
  )
  await sql(
    `insert into cle_rules (jurisdiction, minutes_per_credit, step, rounding, is_rounding_known, valid_from, source, checked_on)
     values ('NY', 50, 0.5, 'down', true, '2040-01-01', 'https://rules.test', '2026-01-01')`,
  )
  return video!.id
}

export const CLE_ROOTS = (videoId: number) => ['cle_rules', 'cle_member', `video_cle(video_id: ${videoId})`]
export const STAFF_CLE_ROOTS = ['staff_cle_credits(limit: 25)', 'staff_cle_accreditations']
