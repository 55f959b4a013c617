import { useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import styles from './status.module.css'

/** Bare: no layout, no session. Says which version runs and whether it is ready. */
export function StatusPage() {
  const { version } = usePageProps()
  const [health, setHealth] = useState('Asking whether everything works.')
  useTitle('Status')
  useEffect(() => {
    fetch('/readyz')
      .then(({ ok }) => setHealth(ok ? 'Everything works.' : 'Not everything works at this moment.'))
      .catch(() => setHealth('There is no connection.'))
  }, [])
  return (
    <main className={styles.status}>
      <h1 className="t-section">{PRODUCT_NAME} status</h1>
      <p role="status">{health}</p>
      <p>Version {version}</p>
    </main>
  )
}
