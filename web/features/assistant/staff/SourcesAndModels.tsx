import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveAIModel, SaveAISource } from '#api/operations.ts'
import { isPrivateSource } from '#shared/assistant.ts'
import styles from '#web/features/assistant/staff/StaffAssistant.module.css'
import { updateDesk, type Model, type Source } from '#web/features/assistant/staff/staff-assistant.queries.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import type { ApiError } from '#web/platform/api/api-error.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

interface Props {
  sources: readonly Source[]
  models: readonly Model[]
}

/** What members can choose from. */
export const SourcesAndModels = ({ sources, models }: Props) => (
  <>
    <h3 className={styles.subtitle}>Sources</h3>
    <ul aria-label="Sources">
      {sources.map((source) => (
        <SourceRow key={source.key} source={source} />
      ))}
    </ul>
    <h3 className={styles.subtitle}>Models</h3>
    <ul aria-label="Models">
      {models.map((model) => (
        <ModelRow key={model.id} model={model} />
      ))}
    </ul>
  </>
)

type Switches = Pick<Source, 'enabled' | 'default_selected'>

function SourceRow({ source }: { source: Source }) {
  const { key, name, description, enabled, default_selected } = source
  const client = useQueryClient()
  // Shown while it is being saved.
  const [wanted, setWanted] = useState<Switches>()
  const save = useCommand(SaveAISource, {
    onError: 'show',
    success: `Saved: ${name}`,
    onSuccess: ({ saveAISource }) => updateDesk(client, { staff_ai_sources: saveAISource }),
  })
  const change = async (part: Partial<Switches>) => {
    if (save.isPending) return
    const next = { enabled, default_selected, ...part }
    setWanted(next)
    await save.run({ key, ...next })
    setWanted(undefined)
  }
  const shown = wanted ?? { enabled, default_selected }
  const isSelected = save.error?.field === 'default_selected'
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <p className={styles.quiet}>{description}</p>
      <div className={styles.switches}>
        <Switch
          label="On"
          name={name}
          checked={shown.enabled}
          error={isSelected ? undefined : save.error}
          onChange={(isOn) => void change({ enabled: isOn })}
        />
        {isPrivateSource(key) ? (
          <p className={styles.quiet}>Never selected from the start. Members choose it for a question.</p>
        ) : (
          <Switch
            label="Selected from the start"
            name={name}
            checked={shown.default_selected}
            error={isSelected ? save.error : undefined}
            onChange={(isOn) => void change({ default_selected: isOn })}
          />
        )}
      </div>
    </li>
  )
}

function ModelRow({ model: { id, name, version, description, enabled_at, is_offered } }: { model: Model }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const save = useCommand(SaveAIModel, {
    onError: 'show',
    success: `Saved: ${name}`,
    onSuccess: ({ saveAIModel }) => updateDesk(client, { staff_ai_models: saveAIModel }),
  })
  const change = async (enabled: boolean) => {
    if (save.isPending) return
    setWanted(enabled)
    await save.run({ id, enabled })
    setWanted(undefined)
  }
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <p className={styles.quiet}>
        {description} Version {version}.
      </p>
      <div className={styles.switches}>
        {is_offered ? (
          <Switch
            label="On"
            name={name}
            checked={wanted ?? enabled_at !== null}
            error={save.error}
            onChange={(isOn) => void change(isOn)}
          />
        ) : (
          <p className={styles.quiet}>The configuration of the server doesn’t have this model anymore.</p>
        )}
      </div>
    </li>
  )
}

interface SwitchProps {
  label: string
  /** What is switched. */
  name: string
  checked: boolean
  error: ApiError | undefined
  onChange: (isOn: boolean) => void
}

const Switch = ({ label, name, checked, error, onChange }: SwitchProps) => (
  <div>
    <CheckboxField
      role="switch"
      aria-label={`${label}: ${name}`}
      label={label}
      checked={checked}
      problem={error && errorMessage(error, { fact: 'Nothing was changed' })}
      onChange={({ target }) => onChange(target.checked)}
    />
  </div>
)
