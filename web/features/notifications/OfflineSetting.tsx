import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { OFFLINE_DAYS, OFFLINE_THREADS } from '#shared/offline.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import {
  enableOfflineReading,
  isOfflineReadingSupported,
  disableOfflineReading,
} from '#web/platform/storage/offline-cache.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from './NotificationSettings.module.css'

/** Whether this device stores pages for offline reading. Off by default. */
export function OfflineSetting() {
  const client = useQueryClient()
  const { id } = useUser()
  const [isOn, setOn] = useState(false)
  const [isPossible, setPossible] = useState(true)
  useEffect(() => {
    setOn(readString(STORAGE_KEYS.offline) === String(id))
    setPossible(isOfflineReadingSupported())
  }, [id])
  const change = async (wanted: boolean) => {
    setOn(wanted)
    try {
      if (wanted) await enableOfflineReading(client, id)
      else disableOfflineReading()
    } catch (error) {
      setOn(!wanted)
      showErrorToast(error)
    }
  }
  if (!isPossible) return <p className={styles.lead}>This browser doesn’t support offline reading.</p>
  return (
    <CheckboxField
      label="Save discussions for offline reading"
      hint={`Saves the feed and the last ${OFFLINE_THREADS} discussions you opened on this device for ${OFFLINE_DAYS} days. Private replies and inbox messages are never saved. Signing out deletes everything saved.`}
      checked={isOn}
      onChange={({ target }) => void change(target.checked)}
    />
  )
}
