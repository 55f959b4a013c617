/** The demo community: only with the embedded database, or if DEMO=on. */
import type pg from 'pg'
import { seedCle } from '#database/seed/cle.ts'
import { DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { attachDemoFiles } from '#database/seed/demo-files.ts'
import { storeDemoDocuments } from '#database/seed/documents/seed-documents.ts'
import { storeEventFiles } from '#database/seed/events/events.ts'
import { storeSeriesFiles } from '#database/seed/learning/seed-series.ts'
import { attachDemoPortraits } from '#database/seed/portraits.ts'
import { seedFigures } from '#database/seed/figures.ts'
import { seedDemo } from '#database/seed/seed.ts'
import { loadOrCreateSigner } from '#server/features/cle/index.ts'
import { drawPortrait } from '#server/features/people/index.ts'
import type { Config } from '#server/config.ts'
import { openBlobs } from '#server/platform/storage/open-blobs.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { PICTURES } from '#shared/settings.ts'

/** Seeds an empty database; does nothing if it already has networks. */
export async function fillDemo(
  pool: pg.Pool,
  config: Config,
): Promise<{ members: number; threads: number; replies: number } | undefined> {
  const { rows } = await pool.query<{ empty: boolean }>('select not exists (select from peer_networks) as empty')
  if (!rows[0]!.empty) return undefined
  const client = await pool.connect()
  try {
    const made = await seedDemo(client, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) })
    const blobs = openBlobs(config)
    const { put } = blobs
    await attachDemoFiles(client, put)
    await attachDemoPortraits(client, PICTURES, (source) => drawPortrait(blobs, source))
    await storeDemoDocuments(client, put)
    await storeEventFiles(put)
    await storeSeriesFiles(put)
    await seedCle(client, { signer: loadOrCreateSigner(config.dataDir, config.CERTIFICATE_KEY), put, now: new Date() })
    await seedFigures(client)
    return made
  } finally {
    client.release()
  }
}
