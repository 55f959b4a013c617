import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { OFFLINE_DAYS, OFFLINE_THREADS } from '#shared/offline.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { LOCAL_KEYS, readLocal } from '#web/platform/local.ts'
import { allowOffline, canReadOffline, stopOffline } from '#web/platform/offline.ts'
import { useUser } from '#web/platform/session.ts'
import styles from './NotificationSettings.module.css'

/** Whether this device keeps what was read, for where there is no connection. Off until somebody asks for it. */
export function OfflineSetting() {
  const client = useQueryClient()
  const { id } = useUser()
  const [isOn, setOn] = useState(false)
  const [isPossible, setPossible] = useState(true)
  useEffect(() => {
    setOn(readLocal(LOCAL_KEYS.offline) === String(id))
    setPossible(canReadOffline())
  }, [id])
  const change = async (wanted: boolean) => {
    setOn(wanted)
    try {
      if (wanted) await allowOffline(client, id)
      else stopOffline()
    } catch (error) {
      setOn(!wanted)
      sayRefusal(error)
    }
  }
  if (!isPossible)
    return <p className={styles.lead}>This browser cannot keep anything to be read without a connection.</p>
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => void change(target.checked)} />
      <span>
        Keep discussions on this device
        <span className={styles.what}>
          The feed and the last {OFFLINE_THREADS} discussions that you opened, for {OFFLINE_DAYS} days. Private replies
          and chats are never kept; signing out deletes the rest.
        </span>
      </span>
    </label>
  )
}
