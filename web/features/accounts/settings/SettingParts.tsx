import type { ReactNode } from 'react'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useAccount, type Account } from '#web/features/accounts/settings/settings.queries.ts'
import styles from './Settings.module.css'

/** Loads the account for a settings section, with its loading and error states. */
export function AccountLoader({ children }: { children: (account: Account) => ReactNode }) {
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
  <StatePage title="We couldn’t load this" again={again}>
    Nothing was changed.
  </StatePage>
)

/** One setting: name, description and control. */
export const Row = ({ name, children, act }: { name: ReactNode; children?: ReactNode; act?: ReactNode }) => (
  <div className={styles.row}>
    <div className={styles.words}>
      <p className={styles.name}>{name}</p>
      {children && <div className={styles.what}>{children}</div>}
    </div>
    {act && <div className={styles.acts}>{act}</div>}
  </div>
)
