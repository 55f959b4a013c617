import type pg from 'pg'
import { hiddenFromMembers, requirePermission, recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { reloadCommunitySettings } from '#server/platform/community-settings.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { COMMUNITY_SETTINGS, isSettingKey, settingProblem } from '#shared/community-settings.ts'
import { deleteSetting, lockSetting, upsertSetting } from './community-settings.sql.ts'

export interface SaveArgs {
  key: string
  value?: unknown
}

/** Staff set a value, or reset it to the default with null. It applies on every server within seconds. */
export async function saveCommunitySetting(pool: pg.Pool, bus: Bus, { viewer, args }: Call<SaveArgs>): Promise<number> {
  requirePermission(viewer, 'system')
  const { key } = args
  if (!isSettingKey(key)) throw hiddenFromMembers('key')
  const setting = COMMUNITY_SETTINGS[key]
  const value = typeof args.value === 'string' ? args.value.trim() : (args.value ?? null)
  const wrong = value === null ? undefined : settingProblem(setting, value)
  if (wrong) throw problem('community_settings.value', { message: wrong, field: 'value' })
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ value: unknown }>(lockSetting({ key }))
    const before = rows[0]?.value ?? setting.default
    const after = value ?? setting.default
    const isDefault = after === setting.default
    await tx.query(
      isDefault ? deleteSetting({ key }) : upsertSetting({ key, value: JSON.stringify(after), changedBy: viewer.id }),
    )
    if (before === after) return
    await recordStaffAction(tx, viewer.id, {
      act: 'setting.changed',
      itemId: null,
      itemName: setting.label,
      before: { [key]: before },
      after: { [key]: after },
    })
  })
  reloadCommunitySettings(pool)
  return viewer.id
}
