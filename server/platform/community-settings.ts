/** The community settings that staff have set, for the actions and jobs that depend on them. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type pg from 'pg'
import { COMMUNITY_SETTINGS, type SettingKey, type SettingValue } from '#shared/community-settings.ts'

/** Same as the session cache: a change by staff takes effect on every server within this time. */
const TRUSTED_MS = 3_000

const selectSettings = statement('select-community-settings', {}, () => sql`select key, value from community_settings`)

interface Loaded {
  until: number
  values: Promise<ReadonlyMap<string, unknown>>
}
const loaded = new WeakMap<pg.Pool, Loaded>()

async function load(pool: pg.Pool): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(selectSettings())
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** The current values: as set by staff, otherwise the default. */
export async function communitySettings(
  pool: pg.Pool,
): Promise<<Key extends SettingKey>(key: Key) => SettingValue<Key>> {
  let known = loaded.get(pool)
  if (!known || known.until < Date.now()) {
    known = { until: Date.now() + TRUSTED_MS, values: load(pool) }
    loaded.set(pool, known)
    // Do not cache a failure.
    known.values.catch(() => loaded.delete(pool))
  }
  const values = await known.values
  return <Key extends SettingKey>(key: Key) => (values.get(key) ?? COMMUNITY_SETTINGS[key].default) as SettingValue<Key>
}

/** A single setting. */
export const communitySetting = async <Key extends SettingKey>(pool: pg.Pool, key: Key): Promise<SettingValue<Key>> =>
  (await communitySettings(pool))(key)

/** Call after a change on this server: the next read goes to the database. */
export const reloadCommunitySettings = (pool: pg.Pool): void => void loaded.delete(pool)
