import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  GetInboxNotificationSettings,
  UpdateInboxNotificationSettings,
  type GetInboxNotificationSettingsQuery,
  type InboxNotificationSettingsInput,
  type PushPreferencesInput,
} from '#api/operations.ts'
import type { NotificationType, Ways } from '#shared/notifications.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import styles from './NotificationSettings.module.css'

const settingsQuery = operationQuery(GetInboxNotificationSettings, {})

const CHOICES = [
  ['messages', 'New messages', 'New messages in your conversations, except those you’ve muted.'],
  ['mentions', 'Mentions', 'When someone mentions you in a conversation, even if you’ve muted it.'],
  ['email', 'Email', 'For unread inbox messages. Emails never include message text.'],
  ['push', 'Push', 'On devices where you’ve allowed notifications.'],
] as const

type Settings = GetInboxNotificationSettingsQuery['inbox_notification_settings']

function useKeepSettings() {
  const client = useQueryClient()
  return useCommand(
    (part: InboxNotificationSettingsInput) => execute(UpdateInboxNotificationSettings, { settings: part }),
    {
      mayOverlap: true,
      optimistic: (_, part) => {
        void client.cancelQueries({ queryKey: settingsQuery.queryKey })
        const before = client.getQueryData(settingsQuery.queryKey)
        if (before) {
          const { inbox_notification_settings: known } = before
          client.setQueryData(settingsQuery.queryKey, {
            inbox_notification_settings: { ...known, ...(part as Partial<Settings>) },
          })
        }
        return () => before && client.setQueryData(settingsQuery.queryKey, before)
      },
    },
  )
}

interface Props {
  kinds: Record<NotificationType, Ways>
  keep: (preferences: PushPreferencesInput) => void
}

/** Notification settings for conversations, per channel; the inbox always shows all of them. */
export function ChatSetting({ kinds, keep }: Props) {
  const settings = useQuery(settingsQuery).data?.inbox_notification_settings
  const { run: keepSettings } = useKeepSettings()
  if (!settings) return null
  const ways = kinds.chat_message
  const isOn = { ...settings, email: settings.email && ways.email, push: settings.push && ways.push }
  const choose = (name: keyof typeof isOn, wanted: boolean) => {
    void keepSettings({ [name]: wanted })
    // The unsubscribe link turns a channel off for all kinds, so turn it on again for this kind.
    if (wanted && (name === 'email' || name === 'push')) keep({ kinds: { chat_message: { [name]: true } } })
  }
  return (
    <fieldset className={styles.group}>
      <legend>Conversations</legend>
      {CHOICES.map(([name, label, what]) => (
        <CheckboxField
          key={name}
          label={label}
          hint={what}
          checked={isOn[name]}
          onChange={({ target }) => choose(name, target.checked)}
        />
      ))}
    </fieldset>
  )
}
