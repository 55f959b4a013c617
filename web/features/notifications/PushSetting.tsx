import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useEffect, useState } from 'react'
import type { PushPreferencesInput } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { isInApp } from '#web/platform/app/app-bridge.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { enablePush, deviceState, disablePush } from '#web/platform/app/push-device.ts'
import type { DeviceState } from '#web/platform/app/push-state.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './NotificationSettings.module.css'

const IN_APP: Partial<Record<DeviceState, string>> = {
  unsupported: 'Push isn’t available in this app. You’ll still get notifications here and by email.',
  blocked: 'Notifications are blocked for this app. Allow them in your device settings, then come back.',
}
const SENTENCES: Record<DeviceState, string> = {
  unsupported: 'This browser doesn’t support notifications. On a phone, add this site to your home screen first.',
  blocked: 'Notifications are blocked for this site. Allow them in your browser settings, then come back.',
  silent: 'The app didn’t respond. Update it, then try again.',
  off: 'Push is off on this device.',
  on: 'Push is on for this device. It turns off when you sign out.',
}

interface Props {
  hasContent: boolean
  keep: (preferences: PushPreferencesInput) => void
}

/** Whether this device receives push notifications, and whether they include content. */
export function PushSetting({ hasContent, keep }: Props) {
  const [state, setState] = useState<DeviceState>()
  const [isBusy, setBusy] = useState(false)
  const { id } = useUser()
  useEffect(() => void deviceState(id).then(setState, () => setState('unsupported')), [id])
  const change = async (act: () => Promise<DeviceState>) => {
    setBusy(true)
    try {
      setState(await act())
    } catch (error) {
      showErrorToast(error)
    }
    setBusy(false)
  }
  return (
    <fieldset className={styles.group}>
      <legend>Push on this device</legend>
      <p role="status">{state && ((isInApp() && IN_APP[state]) || SENTENCES[state])}</p>
      {(state === 'off' || state === 'on' || state === 'silent') && (
        <Button disabled={isBusy} onClick={() => void change(state === 'on' ? disablePush : () => enablePush(id))}>
          {state === 'on' ? 'Turn off on this device' : 'Turn on for this device'}
        </Button>
      )}
      <CheckboxField
        label="Show names and topics"
        hint="Applies to all your devices. When this is off, push notifications say only that something is new. They never include the text of a message."
        checked={hasContent}
        onChange={({ target }) => keep({ push_content: target.checked })}
      />
    </fieldset>
  )
}
