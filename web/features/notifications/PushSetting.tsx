import { useEffect, useState } from 'react'
import type { PushPreferencesInput } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { isInApp } from '#web/platform/app-bridge.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { allowPush, deviceState, stopPush, type DeviceState } from '#web/platform/push-device.ts'
import { useUser } from '#web/platform/session.ts'
import styles from './NotificationSettings.module.css'

const IN_APP: Partial<Record<DeviceState, string>> = {
  unsupported: 'This app cannot be called. Notifications still reach you here and by mail.',
  blocked: 'The device blocks notifications of this app. Allow them in its settings, then come back.',
}
const SENTENCES: Record<DeviceState, string> = {
  unsupported: 'This browser cannot show notifications. On a phone, add the site to the home screen first.',
  blocked: 'This browser blocks notifications of this site. Allow them in its settings, then come back.',
  silent: 'The app did not answer. Update it, then try again.',
  off: 'Nothing is shown on this device until you allow it.',
  on: 'This device shows notifications. Signing out ends it.',
}

interface Props {
  hasContent: boolean
  keep: (preferences: PushPreferencesInput) => void
}

/** Whether this device is called, and how much it is told. */
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
      sayRefusal(error)
    }
    setBusy(false)
  }
  return (
    <fieldset className={styles.group}>
      <legend>Push on this device</legend>
      <p role="status">{state && ((isInApp() && IN_APP[state]) || SENTENCES[state])}</p>
      {(state === 'off' || state === 'on' || state === 'silent') && (
        <Button disabled={isBusy} onClick={() => void change(state === 'on' ? stopPush : () => allowPush(id))}>
          {state === 'on' ? 'Stop on this device' : 'Allow on this device'}
        </Button>
      )}
      <label className={styles.choice}>
        <input type="checkbox" checked={hasContent} onChange={({ target }) => keep({ push_content: target.checked })} />
        <span>
          Say who did what, and the topic
          <span className={styles.what}>
            On all your devices. Otherwise a push says only that there is something; it never holds anybody’s words.
          </span>
        </span>
      </label>
    </fieldset>
  )
}
