/** What staff have set for the community, for the actions and jobs that depend on it. */
import type pg from 'pg'
import { COMMUNITY_SETTINGS, type SettingKey, type SettingValue } from '#shared/community-settings.ts'

/** As long as a session is trusted: what staff change applies on every server within this time. */
const TRUSTED_MS = 3_000

const selectSettings = { name: 'select-community-settings', text: 'select key, value from community_settings' }

interface Loaded {
  until: number
  values: Promise<ReadonlyMap<string, unknown>>
}
const loaded = new WeakMap<pg.Pool, Loaded>()

async function load(pool: pg.Pool): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(selectSettings)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** The values that apply now: what staff have set, or else the default. */
export async function communitySettings(
  pool: pg.Pool,
): Promise<<Key extends SettingKey>(key: Key) => SettingValue<Key>> {
  let known = loaded.get(pool)
  if (!known || known.until < Date.now()) {
    known = { until: Date.now() + TRUSTED_MS, values: load(pool) }
    loaded.set(pool, known)
    // A failure is not remembered.
    known.values.catch(() => loaded.delete(pool))
  }
  const values = await known.values
  return <Key extends SettingKey>(key: Key) => (values.get(key) ?? COMMUNITY_SETTINGS[key].default) as SettingValue<Key>
}

/** One of them. */
export const communitySetting = async <Key extends SettingKey>(pool: pg.Pool, key: Key): Promise<SettingValue<Key>> =>
  (await communitySettings(pool))(key)

/** After a change on this server: the next question is answered from the database. */
export const reloadCommunitySettings = (pool: pg.Pool): void => void loaded.delete(pool)
