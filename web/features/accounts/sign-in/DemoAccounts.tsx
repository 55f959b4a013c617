import type { PageProps } from '#shared/pages.ts'
import { Monogram } from '#web/kit/Monogram.tsx'
import styles from './LoginPage.module.css'

interface DemoAccountsProps {
  accounts: NonNullable<PageProps['demoAccounts']>
  isSending: boolean
  enter: (email: string) => void
}

/** Only if the server runs the demo community: one-click sign-in to each account. */
export function DemoAccounts({ accounts, isSending, enter }: DemoAccountsProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={styles.demoTitle}>
        Demo community
      </h2>
      <ul>
        {accounts.map((account, index) => (
          <li key={account.email}>
            {account.path ? (
              <a className={styles.account} href={account.path}>
                <Account {...account} index={index} />
              </a>
            ) : (
              <button
                type="button"
                className={styles.account}
                disabled={isSending}
                onClick={() => enter(account.email)}
              >
                <Account {...account} index={index} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Account({ label, description, index }: DemoAccountsProps['accounts'][number] & { index: number }) {
  return (
    <>
      <Monogram name={personIn(description)} id={index} size={36} />
      <span>
        <span className={styles.accountName}>{label}</span>
        <span className={styles.accountText}>{description}</span>
      </span>
    </>
  )
}

/** Descriptions begin with the person: "Helen Marsh, Ostrander. Four years a member." */
const personIn = (description: string): string => description.split(/[,.]/, 1)[0]!
