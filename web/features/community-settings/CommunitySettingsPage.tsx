import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  GetCommunitySettings,
  SaveCommunitySetting,
  type GetCommunitySettingsQuery,
  type SaveCommunitySettingMutation,
} from '#api/operations.ts'
import {
  COMMUNITY_SETTINGS,
  settingProblem,
  type CommunitySetting,
  type SettingKey,
} from '#shared/community-settings.ts'
import { longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/community-settings/CommunitySettingsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const settingsQuery = operationQuery(GetCommunitySettings, {}, { staleTime: 0 })
type Changed = GetCommunitySettingsQuery['community_settings'][number]

const entries = Object.entries<CommunitySetting>(COMMUNITY_SETTINGS) as [SettingKey, CommunitySetting][]
const sections = Map.groupBy(entries, ([, { section }]) => section)

/** Staff change values that apply to the whole community, one at a time. */
export function CommunitySettingsPage() {
  const { data, isError, refetch } = useQuery(settingsQuery)
  const changes = new Map(data?.community_settings.map((changed) => [changed.key, changed]))
  return (
    <StaffPage title="Community settings" lede="Changes apply to everyone, on every server, within a few seconds.">
      {isError && !data && (
        <StatePage title="We couldn’t load the settings" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data &&
        [...sections].map(([section, settings]) => (
          <section key={section} className={styles.section}>
            <h2 className={`t-section ${styles.title}`}>{section}</h2>
            {settings.map(([key, setting]) => (
              <SettingForm key={key} settingKey={key} setting={setting} changed={changes.get(key)} />
            ))}
          </section>
        ))}
    </StaffPage>
  )
}

interface FormProps {
  settingKey: SettingKey
  setting: CommunitySetting
  changed: Changed | undefined
}

const hintOf = (setting: CommunitySetting) => {
  const range = setting.kind === 'number' ? `From ${setting.min} to ${setting.max} ${setting.unit}.` : undefined
  return [setting.hint, range].filter(Boolean).join(' ') || undefined
}

function SettingForm({ settingKey, setting, changed }: FormProps) {
  const current = String(changed?.value ?? setting.default)
  const client = useQueryClient()
  const saved = ({ saveCommunitySetting }: SaveCommunitySettingMutation) => {
    client.setQueryData(settingsQuery.queryKey, { community_settings: saveCommunitySetting })
    const now = saveCommunitySetting.find(({ key }) => key === settingKey)
    form.reset({ value: String(now?.value ?? setting.default) })
  }
  const valueOf = (text: string) => (setting.kind === 'number' ? Number(text.trim() || Number.NaN) : text)
  const form = useForm({
    initial: { value: current },
    check: ({ value }) => {
      const message = settingProblem(setting, valueOf(value))
      return message ? { field: 'value', message } : null
    },
    submit: ({ value }) => execute(SaveCommunitySetting, { key: settingKey, value: valueOf(value) }),
    success: `Saved: ${setting.label}`,
    onDone: saved,
  })
  const restore = useCommand(() => execute(SaveCommunitySetting, { key: settingKey, value: null }), {
    success: `Saved: ${setting.label}`,
    onSuccess: saved,
    onError: form.refuse,
  })
  const isPending = form.isPending || restore.isPending
  const control = { label: setting.label, hint: hintOf(setting), ...form.field('value') }
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={setting.label}>
      <FormProblem>{form.problem}</FormProblem>
      {setting.kind === 'number' && <Field {...control} inputMode="numeric" />}
      {setting.kind === 'text' && setting.lines === 1 && <Field {...control} />}
      {setting.kind === 'text' && setting.lines > 1 && <TextAreaField {...control} rows={setting.lines} />}
      <LastChange changed={changed} />
      <div className={styles.end}>
        <Button look="filled" type="submit" disabled={isPending || !form.isChanged}>
          Save
        </Button>
        {changed && (
          <Button look="bare" disabled={isPending} onClick={() => void restore.run()}>
            Use default{setting.default === '' ? '' : ` (${setting.default})`}
          </Button>
        )}
      </div>
    </form>
  )
}

function LastChange({ changed }: { changed: Changed | undefined }) {
  const { time_zone } = useUser()
  if (!changed) return <p className={`t-meta ${styles.facts}`}>This is the default.</p>
  return (
    <p className={`t-meta ${styles.facts}`}>
      Changed by {changed.changed_by.name} on {longDate(changed.changed_at, time_zone)}.
    </p>
  )
}
