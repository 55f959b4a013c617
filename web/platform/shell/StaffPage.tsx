import type { ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { Page } from './Page.tsx'
import { SectionNav } from './SectionNav.tsx'
import styles from './StaffPage.module.css'

const PLACES = [
  { path: ROUTES.staffQueue, label: 'Review queue' },
  { path: ROUTES.staffReports, label: 'Reports' },
  { path: ROUTES.staffAudit, label: 'Staff log' },
  { path: ROUTES.staffSecurityEvents, label: 'Security' },
  { path: ROUTES.staffMembers, label: 'Members' },
  { path: ROUTES.staffLimits, label: 'Limits' },
  { path: ROUTES.staffExperts, label: 'Experts' },
  { path: ROUTES.staffLibrary, label: 'Documents' },
  { path: ROUTES.staffDeals, label: 'Offers' },
  { path: ROUTES.staffRecognition, label: 'Badges and titles' },
  { path: ROUTES.staffCle, label: 'CLE' },
  { path: ROUTES.staffImports, label: 'Imports' },
  { path: ROUTES.staffLibraryEvents, label: 'Events' },
  { path: ROUTES.staffLibrarySeries, label: 'Series' },
  { path: ROUTES.staffInvitations, label: 'Invitations' },
  { path: ROUTES.staffTeams, label: 'Teams' },
  { path: ROUTES.staffGuides, label: 'Guides' },
  { path: ROUTES.staffLegal, label: 'Legal texts' },
  { path: ROUTES.staffSynonyms, label: 'Synonyms' },
  { path: ROUTES.staffMail, label: 'Mailing lists' },
  { path: ROUTES.staffFlags, label: 'Features' },
  { path: ROUTES.staffSettings, label: 'Settings' },
]

/** The address of the documents begins like those of other pages. */
const ALONE = { exact: true, includeSearch: false }

interface Props {
  title: string
  /** One line under the title. */
  lede: string
  side?: ReactNode
  children: ReactNode
}

/** The frame of staff pages. */
export function StaffPage({ title, lede, side, children }: Props) {
  useTitle(title)
  return (
    <Page side={side}>
      <h1 className="t-page-title">{title}</h1>
      <p className={styles.lede} role="status">
        {lede}
      </p>
      <SectionNav label="Staff">
        {PLACES.map(({ path, label }) => (
          <Link key={path} to={path} {...(path === ROUTES.staffLibrary && { activeOptions: ALONE })}>
            {label}
          </Link>
        ))}
      </SectionNav>
      {children}
    </Page>
  )
}
