import type { ReactNode } from 'react'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { toast } from '#web/platform/toasts.ts'
import { useAccount, type Account } from '#web/features/accounts/settings.queries.ts'
import styles from './Settings.module.css'

/** A section of what stands with the account: while it comes, when it does not, and with it. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { account, isError, again } = useAccount()
  if (account) return children(account)
  if (isError) return <NotLoaded again={again} />
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton width="half" />
      <Skeleton width="most" />
    </div>
  )
}

export const NotLoaded = ({ again }: { again: () => void }) => (
  <StatePage title="We could not load this" again={again}>
    Nothing was changed.
  </StatePage>
)

/** For an act whose code does not come: the page is older than the server, or the connection is gone. */
export function sayNotLoaded(): undefined {
  toast.error('This could not be loaded', 'Nothing was done. Reload the page and try again.')
}

/** One thing that is set: what it is, what it does, and the act. */
export const Row = ({ name, children, act }: { name: ReactNode; children?: ReactNode; act?: ReactNode }) => (
  <div className={styles.row}>
    <div className={styles.words}>
      <p className={styles.name}>{name}</p>
      {children && <div className={styles.what}>{children}</div>}
    </div>
    {act && <div className={styles.acts}>{act}</div>}
  </div>
)
