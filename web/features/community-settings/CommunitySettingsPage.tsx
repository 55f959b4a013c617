import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GetCommunitySettings, SaveCommunitySetting, type GetCommunitySettingsQuery } from '#api/operations.ts'
import {
  COMMUNITY_SETTINGS,
  settingProblem,
  type CommunitySetting,
  type SettingKey,
} from '#shared/community-settings.ts'
import { longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/community-settings/CommunitySettingsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field } from '#web/kit/Field.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { useForm } from '#web/platform/forms/use-sending.ts'

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
  const [draft, setDraft] = useState<string>()
  const client = useQueryClient()
  const { form, ask, isSending, of, sentence, object } = useForm(['value'])
  const text = draft ?? current
  const save = async (value: string | number | null) => {
    const wrong = value === null ? undefined : settingProblem(setting, value)
    if (wrong) return object({ field: 'value', message: wrong })
    const data = await ask(SaveCommunitySetting, { key: settingKey, value })
    if (!data) return
    client.setQueryData(settingsQuery.queryKey, { community_settings: data.saveCommunitySetting })
    setDraft(undefined)
    toast.success(`Saved: ${setting.label}`)
  }
  const control = {
    label: setting.label,
    hint: hintOf(setting),
    value: text,
    problem: of('value'),
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={setting.label}
      onSubmit={(event) => {
        event.preventDefault()
        void save(setting.kind === 'number' ? Number(text.trim() || Number.NaN) : text)
      }}
    >
      {sentence && <p role="alert">{sentence}</p>}
      {setting.kind === 'number' && <Field {...control} inputMode="numeric" />}
      {setting.kind === 'text' && setting.lines === 1 && <Field {...control} />}
      {setting.kind === 'text' && setting.lines > 1 && <TextAreaField {...control} rows={setting.lines} />}
      <LastChange changed={changed} />
      <div className={styles.end}>
        <Button look="filled" type="submit" disabled={isSending || text === current}>
          Save
        </Button>
        {changed && (
          <Button look="bare" disabled={isSending} onClick={() => void save(null)}>
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
