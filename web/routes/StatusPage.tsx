import { useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import styles from './status.module.css'

/** Without a layout or a session. Shows the running version and whether it is ready. */
export function StatusPage() {
  const { version } = usePageProps()
  const [health, setHealth] = useState('Checking system status…')
  useTitle('Status')
  useEffect(() => {
    fetch('/readyz')
      .then(({ ok }) => setHealth(ok ? 'All systems are working.' : 'Some systems aren’t working right now.'))
      .catch(() => setHealth('Can’t connect.'))
  }, [])
  return (
    <main className={styles.status}>
      <h1 className="t-section">{PRODUCT_NAME} status</h1>
      <p role="status">{health}</p>
      <p>Version {version}</p>
    </main>
  )
}
