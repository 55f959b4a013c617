import type { ReactNode } from 'react'
import { THEME_LABELS } from '#shared/networks.ts'
import { LEGAL_PATHS, LEGAL_TITLES } from '#shared/legal-documents.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import { useShownTheme } from '#web/platform/shell/use-shown-theme.ts'
import styles from './PlainPage.module.css'

/** The sheet alone, centered, under the brand header, without navigation. `line` replaces the network's name there. */
export function PlainPage({ children, line }: { children: ReactNode; line?: string }) {
  const theme = useShownTheme()
  const { network = THEME_LABELS[theme] } = usePageProps()
  return (
    <div className={styles.desk}>
      <div className={styles.sheet}>
        <header>
          <BrandHeader network={line ?? network} />
        </header>
        <main id="main" className={styles.content}>
          {children}
        </main>
        <footer className={styles.foot}>
          <nav aria-label="Terms and privacy" className="t-meta">
            {(['terms_of_use', 'privacy_policy'] as const).map((kind) => (
              <a key={kind} href={LEGAL_PATHS[kind]}>
                {LEGAL_TITLES[kind]}
              </a>
            ))}
          </nav>
        </footer>
      </div>
    </div>
  )
}
