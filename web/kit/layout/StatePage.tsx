import type { ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import styles from './StatePage.module.css'

interface StatePageProps {
  /** States the fact. */
  title: string
  /** What will appear here, or what failed and what is safe. */
  children?: ReactNode
  /** One primary action first, then at most one quiet one. */
  actions?: ReactNode
  /** Retries after a failure. A quiet button within a page, where other parts may have failed too. */
  again?: () => unknown
  /** h1 when the state is the page, h2 within one. */
  level?: 1 | 2
}

/** An empty state, or an error state. */
export function StatePage({ title, children, actions, again, level = 2 }: StatePageProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.state}>
      <Heading className="t-state-title">{title}</Heading>
      {children && <div className={`t-reply ${styles.text}`}>{children}</div>}
      {(actions || again) && (
        <div className={styles.actions}>
          {again && (
            <Button look={actions || level === 1 ? 'filled' : 'quiet'} onClick={() => void again()}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      )}
    </section>
  )
}
