import { createRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { rootRoute } from '#web/routes/root.tsx'
import styles from './status.module.css'

/** Bare: no layout, no session. Says which version runs and whether it is ready. */
function StatusPage() {
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

export const statusRoute = createRoute({ getParentRoute: () => rootRoute, path: ROUTES.status, component: StatusPage })
