import type { PageProps } from '#shared/pages.ts'
import { Monogram } from '#web/kit/Monogram.tsx'
import styles from './LoginPage.module.css'

interface DemoAccountsProps {
  accounts: NonNullable<PageProps['demoAccounts']>
  isSending: boolean
  enter: (email: string) => void
}

/** Only where the server runs the demo community: each account is one click away. */
export function DemoAccounts({ accounts, isSending, enter }: DemoAccountsProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles.demoTitle}>
        Demo community
      </h2>
      <ul>
        {accounts.map(({ email, label, description }, index) => (
          <li key={email}>
            <button type="button" className={styles.account} disabled={isSending} onClick={() => enter(email)}>
              <Monogram name={personIn(description)} id={index} size={36} />
              <span>
                <span className={styles.accountName}>{label}</span>
                <span className={styles.accountText}>{description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Descriptions begin with the person: "Helen Marsh, Ostrander. Four years a member." */
const personIn = (description: string): string => description.split(/[,.]/, 1)[0]!
