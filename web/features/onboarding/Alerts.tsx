import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ViewedFeatureAlert } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { alertsQuery } from '#web/features/onboarding/onboarding.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './guides/Checklist.module.css'

/** New product features, one at a time, until seen. Renders nothing if the query fails. */
export function Alerts() {
  const client = useQueryClient()
  const alert = useQuery(alertsQuery).data?.feature_alerts[0]
  if (!alert) return null
  const seen = () => {
    client.setQueryData(
      alertsQuery.queryKey,
      (known) => known && { feature_alerts: known.feature_alerts.filter(({ key }) => key !== alert.key) },
    )
    void execute(ViewedFeatureAlert, { key: alert.key }).catch(() => undefined)
  }
  return (
    <section className={styles.alert} aria-label="What’s new">
      <div className={styles.text}>
        <h2 className={styles.name}>{alert.title}</h2>
        <p className={`t-meta ${styles.facts}`}>{alert.description}</p>
      </div>
      <div className={styles.acts}>
        {alert.link && (
          <Link to={alert.link} className={styles.go} onClick={seen}>
            {alert.link_label ?? 'Take a look'}
          </Link>
        )}
        <Button look="bare" onClick={seen}>
          Not now
        </Button>
      </div>
    </section>
  )
}
