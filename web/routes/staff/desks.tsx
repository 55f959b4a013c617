import type { QueryClient } from '@tanstack/react-query'
import {
  IconAdjustments,
  IconAlignLeft,
  IconArrowsShuffle,
  IconAward,
  IconBook2,
  IconBuildingStore,
  IconCalendarEvent,
  IconCertificate,
  IconChartBar,
  IconChecks,
  IconCreditCard,
  IconFileImport,
  IconFileText,
  IconFlag,
  IconGauge,
  IconHistory,
  IconInbox,
  IconLanguage,
  IconListCheck,
  IconListDetails,
  IconMailCog,
  IconMailForward,
  IconMailPause,
  IconMessage2Question,
  IconScale,
  IconSchool,
  IconServer2,
  IconShieldLock,
  IconSparkles,
  IconToggleRight,
  IconTopologyStar3,
  IconUsers,
  IconUserShield,
  IconBriefcase,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { SETUP_PATH } from '#shared/setup.ts'
import type { Permission } from '#shared/staff-roles.ts'
import { OutboxPage } from '#web/features/accounts/invitations/OutboxPage.tsx'
import { StaffInvitationsPage } from '#web/features/accounts/invitations/StaffInvitationsPage.tsx'
import { ApprovalsPage, approvalsQuery, waitingApprovals } from '#web/features/approvals/ApprovalsPage.tsx'
import { StaffAssistantPage } from '#web/features/assistant/staff/StaffAssistantPage.tsx'
import { StaffClePage } from '#web/features/cle/StaffClePage.tsx'
import { CommunitySettingsPage } from '#web/features/community-settings/CommunitySettingsPage.tsx'
import { StaffDocumentsPage } from '#web/features/documents/staff/StaffDocumentsPage.tsx'
import { StaffEventsPage } from '#web/features/events/staff/StaffEventsPage.tsx'
import { DealsPage } from '#web/features/experts/deals/DealsPage.tsx'
import { MergePage } from '#web/features/experts/expert/MergePage.tsx'
import { FeatureFlagsPage } from '#web/features/feature-flags/FeatureFlagsPage.tsx'
import { FiguresPage } from '#web/features/figures/FiguresPage.tsx'
import { TextsPage } from '#web/features/generic-content/TextsPage.tsx'
import { SeriesAdminPage } from '#web/features/learning/staff/SeriesAdminPage.tsx'
import { LimitsPage } from '#web/features/limits/LimitsPage.tsx'
import { JobsPage } from '#web/features/jobs/JobsPage.tsx'
import { MailDeskPage } from '#web/features/mail/desk/MailDeskPage.tsx'
import { TeamPage } from '#web/features/membership/TeamPage.tsx'
import { teamQuery } from '#web/features/membership/teams.queries.ts'
import { TeamsPage } from '#web/features/membership/TeamsPage.tsx'
import { AppealsPage, appealsQuery } from '#web/features/moderation/AppealsPage.tsx'
import { AuditPage } from '#web/features/moderation/AuditPage.tsx'
import { QueuePage } from '#web/features/moderation/QueuePage.tsx'
import { ReportsPage } from '#web/features/moderation/ReportsPage.tsx'
import { SecurityEventsPage } from '#web/features/moderation/SecurityEventsPage.tsx'
import { queueQuery, reportsQuery } from '#web/features/moderation/moderation.queries.ts'
import { AccessPage } from '#web/features/networks/AccessPage.tsx'
import { NetworkPage } from '#web/features/networks/NetworkPage.tsx'
import { networkQuery } from '#web/features/networks/networks.queries.ts'
import { NetworksPage } from '#web/features/networks/NetworksPage.tsx'
import { GuidesPage } from '#web/features/onboarding/guides/GuidesPage.tsx'
import { LegalTextsPage } from '#web/features/onboarding/legal/LegalTextsPage.tsx'
import { StaffRecognitionPage } from '#web/features/recognition/StaffRecognitionPage.tsx'
import { ListsPage } from '#web/features/reference-lists/ListsPage.tsx'
import { RolesPage } from '#web/features/staff-roles/RolesPage.tsx'
import { SynonymsPage } from '#web/features/search/SynonymsPage.tsx'
import { StaffMemberPage } from '#web/features/staff-members/StaffMemberPage.tsx'
import { StaffMembersPage } from '#web/features/staff-members/StaffMembersPage.tsx'
import { workQuery } from '#web/features/staff-work/staff-work.queries.ts'
import { WorkPage } from '#web/features/staff-work/WorkPage.tsx'
import type { Viewer } from '#web/platform/session/session.ts'
import { openSteps, setupQuery } from '#web/features/setup/setup.queries.ts'
import { WhileSettingUp } from '#web/features/setup/WhileSettingUp.tsx'
import { requireRecord } from '#web/routes/record.ts'
import { ImportsDesk } from '#web/routes/staff/ImportsDesk.tsx'
import { SetupDesk } from '#web/routes/staff/setup/SetupDesk.tsx'
import { deskCount } from '#web/routes/staff/frame/desk-count.tsx'

export const DESK_GROUPS = ['Work', 'People', 'Community', 'System'] as const

export interface Desk {
  path: string
  label: string
  group: (typeof DESK_GROUPS)[number]
  /** Who may open it, in at least one network. */
  permission: Permission
  Icon: typeof IconInbox
  Page: ComponentType
  /** The page of one entry, at the path and its id. */
  ItemPage?: ComponentType
  /** `ItemPage` also makes a new one, at the path and /new. */
  hasNew?: true
  loadItem?: (client: QueryClient, id: number) => Promise<unknown>
  /** Leaves out its row while the desk is of no use. */
  Wrapper?: ComponentType<{ children: ReactNode }>
  /** How much is waiting. */
  Count?: ComponentType<{ className: string | undefined }>
}

const QueueCount = deskCount(queueQuery(0), ({ moderation_queue }) => moderation_queue?.count)
const ApprovalsCount = deskCount(approvalsQuery, waitingApprovals)
const WorkCount = deskCount(workQuery(), ({ work }) => work?.count)
const AppealsCount = deskCount(appealsQuery(true), ({ appeals }) => appeals.count)
const ReportsCount = deskCount(reportsQuery('open'), ({ reports }) => reports?.count)
const StepsLeft = deskCount(setupQuery, ({ setup_steps }) => openSteps(setup_steps).length)
const loadNetwork = (client: QueryClient, id: number) => requireRecord(client, networkQuery(id))
const loadTeam = (client: QueryClient, id: number) => requireRecord(client, teamQuery(id))

/** Every desk of staff, one to a line: its address, its place in the navigation, who may open it, and its page. */
// prettier-ignore
export const DESKS: readonly Desk[] = [
  // Every role has figures, and something that may wait for it.
  { path: ROUTES.staffWork, label: 'What is waiting', group: 'Work', permission: 'figures', Icon: IconListCheck, Page: WorkPage, Count: WorkCount },
  { path: ROUTES.staffQueue, label: 'Queue', group: 'Work', permission: 'moderation', Icon: IconInbox, Page: QueuePage, Count: QueueCount },
  { path: ROUTES.staffReports, label: 'Reports', group: 'Work', permission: 'moderation', Icon: IconFlag, Page: ReportsPage, Count: ReportsCount },
  { path: ROUTES.staffAppeals, label: 'Appeals', group: 'Work', permission: 'moderation', Icon: IconMessage2Question, Page: AppealsPage, Count: AppealsCount },
  // Every role has figures: who is no owner sees what they asked for.
  { path: ROUTES.staffApprovals, label: 'Approvals', group: 'Work', permission: 'figures', Icon: IconChecks, Page: ApprovalsPage, Count: ApprovalsCount },
  { path: SETUP_PATH, label: 'Set-up', group: 'Work', permission: 'roles', Icon: IconListCheck, Page: SetupDesk, Wrapper: WhileSettingUp, Count: StepsLeft },
  { path: ROUTES.staffMembers, label: 'Members', group: 'People', permission: 'members', Icon: IconUsers, Page: StaffMembersPage, ItemPage: StaffMemberPage },
  { path: ROUTES.staffInvitations, label: 'Invitations', group: 'People', permission: 'members', Icon: IconMailForward, Page: StaffInvitationsPage },
  { path: ROUTES.staffTeams, label: 'Teams and billing', group: 'People', permission: 'finance', Icon: IconCreditCard, Page: TeamsPage, ItemPage: TeamPage, loadItem: loadTeam },
  { path: ROUTES.staffExperts, label: 'Experts', group: 'People', permission: 'content', Icon: IconBriefcase, Page: MergePage },
  { path: ROUTES.staffDeals, label: 'Offers', group: 'People', permission: 'content', Icon: IconBuildingStore, Page: DealsPage },
  { path: ROUTES.staffRecognition, label: 'Badges and titles', group: 'People', permission: 'content', Icon: IconAward, Page: StaffRecognitionPage },
  { path: ROUTES.staffLimits, label: 'Limits', group: 'People', permission: 'system', Icon: IconGauge, Page: LimitsPage },
  { path: ROUTES.staffImports, label: 'Imports', group: 'People', permission: 'content', Icon: IconFileImport, Page: ImportsDesk },
  { path: ROUTES.staffNetworks, label: 'Networks', group: 'Community', permission: 'networks', Icon: IconTopologyStar3, Page: NetworksPage, ItemPage: NetworkPage, hasNew: true, loadItem: loadNetwork },
  { path: ROUTES.staffAccess, label: 'Access', group: 'Community', permission: 'networks', Icon: IconArrowsShuffle, Page: AccessPage },
  { path: ROUTES.staffLibrary, label: 'Documents', group: 'Community', permission: 'content', Icon: IconFileText, Page: StaffDocumentsPage },
  { path: ROUTES.staffLibraryEvents, label: 'Events', group: 'Community', permission: 'content', Icon: IconCalendarEvent, Page: StaffEventsPage },
  { path: ROUTES.staffLibrarySeries, label: 'Series', group: 'Community', permission: 'content', Icon: IconSchool, Page: SeriesAdminPage },
  { path: ROUTES.staffCle, label: 'CLE', group: 'Community', permission: 'content', Icon: IconCertificate, Page: StaffClePage },
  { path: ROUTES.staffGuides, label: 'Guides', group: 'Community', permission: 'content', Icon: IconBook2, Page: GuidesPage },
  { path: ROUTES.staffLegal, label: 'Legal texts', group: 'Community', permission: 'content', Icon: IconScale, Page: LegalTextsPage },
  { path: ROUTES.staffTexts, label: 'Texts', group: 'Community', permission: 'content', Icon: IconAlignLeft, Page: TextsPage },
  { path: ROUTES.staffLists, label: 'Lists', group: 'Community', permission: 'content', Icon: IconListDetails, Page: ListsPage },
  { path: ROUTES.staffMail, label: 'Mail', group: 'Community', permission: 'networks', Icon: IconMailCog, Page: MailDeskPage },
  { path: ROUTES.staffSynonyms, label: 'Synonyms', group: 'Community', permission: 'content', Icon: IconLanguage, Page: SynonymsPage },
  { path: ROUTES.staffFigures, label: 'Figures', group: 'System', permission: 'figures', Icon: IconChartBar, Page: FiguresPage },
  { path: ROUTES.staffAssistant, label: 'Assistant', group: 'System', permission: 'content', Icon: IconSparkles, Page: StaffAssistantPage },
  { path: '/staff/outbox', label: 'Outbox', group: 'System', permission: 'system', Icon: IconMailPause, Page: OutboxPage },
  { path: ROUTES.staffJobs, label: 'Jobs and storage', group: 'System', permission: 'system', Icon: IconServer2, Page: JobsPage },
  { path: ROUTES.staffFlags, label: 'Features', group: 'System', permission: 'system', Icon: IconToggleRight, Page: FeatureFlagsPage },
  { path: ROUTES.staffRoles, label: 'Roles', group: 'System', permission: 'roles', Icon: IconUserShield, Page: RolesPage },
  { path: ROUTES.staffSettings, label: 'Settings', group: 'System', permission: 'system', Icon: IconAdjustments, Page: CommunitySettingsPage },
  { path: ROUTES.staffSecurityEvents, label: 'Security', group: 'System', permission: 'system', Icon: IconShieldLock, Page: SecurityEventsPage },
  { path: ROUTES.staffAudit, label: 'Staff log', group: 'System', permission: 'moderation', Icon: IconHistory, Page: AuditPage },
]

/** The desk of a path: its own, or that of one of its entries. */
export const deskOf = (path: string): Desk | undefined =>
  DESKS.find((desk) => desk.path === path) ?? DESKS.find((desk) => desk.ItemPage && path.startsWith(`${desk.path}/`))

/** The desks that the viewer may open, by group. */
export const desksFor = ({ permissions }: Viewer): { group: string; desks: Desk[] }[] =>
  DESK_GROUPS.map((group) => ({
    group,
    desks: DESKS.filter((desk) => desk.group === group && permissions.includes(desk.permission)),
  }))
