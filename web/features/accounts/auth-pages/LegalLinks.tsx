import { withScheme } from '#shared/kit/links.ts'
import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { Row } from '#web/features/accounts/settings/SettingParts.tsx'
import { primaryNetworkOf, useUser } from '#web/platform/session/session.ts'
import styles from '#web/features/accounts/settings/Settings.module.css'

/** Links to the legal texts, and to the network's own copies if it publishes them. */
export function LegalLinks() {
  const network = primaryNetworkOf(useUser())
  const kept: Record<LegalKind, string | null | undefined> = {
    terms_of_use: network?.url_terms,
    privacy_policy: network?.url_privacy_policy,
    membership_agreement: network?.url_membership_agreement,
  }
  return (Object.keys(LEGAL_PATHS) as LegalKind[]).map((kind) => (
    <Row
      key={kind}
      name={
        <a className={styles.elsewhere} href={LEGAL_PATHS[kind]}>
          {LEGAL_TITLES[kind]}
        </a>
      }
    >
      {kept[kind] && (
        <a className={styles.elsewhere} href={withScheme(kept[kind])} target="_blank" rel="noopener noreferrer">
          {network?.display_name}’s version
        </a>
      )}
    </Row>
  ))
}
