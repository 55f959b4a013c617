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
  IconLogin2,
  IconTemplate,
  IconUsers,
  IconUserShield,
  IconBriefcase,
  IconUsersPlus,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
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
import { AnswerTemplatesPage } from '#web/features/moderation/answer-templates/AnswerTemplatesPage.tsx'
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
import { MemberSyncPage } from '#web/features/staff-members/sync/MemberSyncPage.tsx'
import { SingleSignOnPage } from '#web/features/accounts/single-sign-on/SingleSignOnPage.tsx'
import { workQuery } from '#web/features/staff-work/staff-work.queries.ts'
import { WorkPage } from '#web/features/staff-work/WorkPage.tsx'
import { WebhooksPage } from '#web/features/webhooks/WebhooksPage.tsx'
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
  /** What it shows has no networks, so the permission must hold in all of them. */
  isForAll?: true
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
// oxfmt-ignore
export const DESKS: readonly Desk[] = [
  // Every role has figures, and something that may wait for it.
  { path: STAFF_ROUTES.work, label: 'What is waiting', group: 'Work', permission: 'figures', Icon: IconListCheck, Page: WorkPage, Count: WorkCount },
  { path: STAFF_ROUTES.queue, label: 'Queue', group: 'Work', permission: 'moderation', Icon: IconInbox, Page: QueuePage, Count: QueueCount },
  { path: STAFF_ROUTES.reports, label: 'Reports', group: 'Work', permission: 'moderation', Icon: IconFlag, Page: ReportsPage, Count: ReportsCount },
  { path: STAFF_ROUTES.appeals, label: 'Appeals', group: 'Work', permission: 'moderation', Icon: IconMessage2Question, Page: AppealsPage, Count: AppealsCount },
  { path: STAFF_ROUTES.answerTemplates, label: 'Answer templates', group: 'Work', permission: 'moderation', Icon: IconTemplate, Page: AnswerTemplatesPage },
  // Every role has figures: who is no owner sees what they asked for.
  { path: STAFF_ROUTES.approvals, label: 'Approvals', group: 'Work', permission: 'figures', Icon: IconChecks, Page: ApprovalsPage, Count: ApprovalsCount },
  { path: SETUP_PATH, label: 'Set-up', group: 'Work', permission: 'roles', Icon: IconListCheck, Page: SetupDesk, Wrapper: WhileSettingUp, Count: StepsLeft },
  { path: STAFF_ROUTES.members, label: 'Members', group: 'People', permission: 'members', Icon: IconUsers, Page: StaffMembersPage, ItemPage: StaffMemberPage },
  { path: STAFF_ROUTES.memberSync, label: 'Member sync', group: 'People', permission: 'members', isForAll: true, Icon: IconUsersPlus, Page: MemberSyncPage },
  { path: STAFF_ROUTES.invitations, label: 'Invitations', group: 'People', permission: 'members', isForAll: true, Icon: IconMailForward, Page: StaffInvitationsPage },
  { path: STAFF_ROUTES.teams, label: 'Teams and billing', group: 'People', permission: 'finance', Icon: IconCreditCard, Page: TeamsPage, ItemPage: TeamPage, loadItem: loadTeam },
  { path: STAFF_ROUTES.experts, label: 'Experts', group: 'People', permission: 'content', isForAll: true, Icon: IconBriefcase, Page: MergePage },
  { path: STAFF_ROUTES.deals, label: 'Offers', group: 'People', permission: 'content', isForAll: true, Icon: IconBuildingStore, Page: DealsPage },
  { path: STAFF_ROUTES.recognition, label: 'Badges and titles', group: 'People', permission: 'content', isForAll: true, Icon: IconAward, Page: StaffRecognitionPage },
  { path: STAFF_ROUTES.limits, label: 'Limits', group: 'People', permission: 'system', isForAll: true, Icon: IconGauge, Page: LimitsPage },
  { path: STAFF_ROUTES.imports, label: 'Imports', group: 'People', permission: 'content', isForAll: true, Icon: IconFileImport, Page: ImportsDesk },
  { path: STAFF_ROUTES.networks, label: 'Networks', group: 'Community', permission: 'networks', Icon: IconTopologyStar3, Page: NetworksPage, ItemPage: NetworkPage, hasNew: true, loadItem: loadNetwork },
  { path: STAFF_ROUTES.access, label: 'Access', group: 'Community', permission: 'networks', Icon: IconArrowsShuffle, Page: AccessPage },
  { path: STAFF_ROUTES.library, label: 'Documents', group: 'Community', permission: 'content', Icon: IconFileText, Page: StaffDocumentsPage },
  { path: STAFF_ROUTES.libraryEvents, label: 'Events', group: 'Community', permission: 'content', Icon: IconCalendarEvent, Page: StaffEventsPage },
  { path: STAFF_ROUTES.librarySeries, label: 'Series', group: 'Community', permission: 'content', Icon: IconSchool, Page: SeriesAdminPage },
  { path: STAFF_ROUTES.cle, label: 'CLE', group: 'Community', permission: 'content', isForAll: true, Icon: IconCertificate, Page: StaffClePage },
  { path: STAFF_ROUTES.guides, label: 'Guides', group: 'Community', permission: 'content', isForAll: true, Icon: IconBook2, Page: GuidesPage },
  { path: STAFF_ROUTES.legal, label: 'Legal texts', group: 'Community', permission: 'content', isForAll: true, Icon: IconScale, Page: LegalTextsPage },
  { path: STAFF_ROUTES.texts, label: 'Texts', group: 'Community', permission: 'content', Icon: IconAlignLeft, Page: TextsPage },
  { path: STAFF_ROUTES.lists, label: 'Lists', group: 'Community', permission: 'content', isForAll: true, Icon: IconListDetails, Page: ListsPage },
  { path: STAFF_ROUTES.mail, label: 'Mail', group: 'Community', permission: 'networks', Icon: IconMailCog, Page: MailDeskPage },
  { path: STAFF_ROUTES.synonyms, label: 'Synonyms', group: 'Community', permission: 'content', isForAll: true, Icon: IconLanguage, Page: SynonymsPage },
  { path: STAFF_ROUTES.figures, label: 'Figures', group: 'System', permission: 'figures', Icon: IconChartBar, Page: FiguresPage },
  { path: STAFF_ROUTES.assistant, label: 'Assistant', group: 'System', permission: 'content', isForAll: true, Icon: IconSparkles, Page: StaffAssistantPage },
  { path: '/staff/outbox', label: 'Outbox', group: 'System', permission: 'system', isForAll: true, Icon: IconMailPause, Page: OutboxPage },
  { path: STAFF_ROUTES.jobs, label: 'Jobs and storage', group: 'System', permission: 'system', isForAll: true, Icon: IconServer2, Page: JobsPage },
  { path: STAFF_ROUTES.webhooks, label: 'Webhooks', group: 'System', permission: 'networks', Icon: IconWebhook, Page: WebhooksPage },
  { path: STAFF_ROUTES.singleSignOn, label: 'Single sign-on', group: 'System', permission: 'networks', Icon: IconLogin2, Page: SingleSignOnPage },
  { path: STAFF_ROUTES.flags, label: 'Features', group: 'System', permission: 'system', isForAll: true, Icon: IconToggleRight, Page: FeatureFlagsPage },
  { path: STAFF_ROUTES.roles, label: 'Roles', group: 'System', permission: 'roles', Icon: IconUserShield, Page: RolesPage },
  { path: STAFF_ROUTES.settings, label: 'Settings', group: 'System', permission: 'system', isForAll: true, Icon: IconAdjustments, Page: CommunitySettingsPage },
  { path: STAFF_ROUTES.securityEvents, label: 'Security', group: 'System', permission: 'system', isForAll: true, Icon: IconShieldLock, Page: SecurityEventsPage },
  { path: STAFF_ROUTES.audit, label: 'Staff log', group: 'System', permission: 'moderation', Icon: IconHistory, Page: AuditPage },
]

/** The desk of a path: its own, or that of one of its entries. */
export const deskOf = (path: string): Desk | undefined =>
  DESKS.find((desk) => desk.path === path) ?? DESKS.find((desk) => desk.ItemPage && path.startsWith(`${desk.path}/`))

/** The desks that the viewer may open, by group. */
export const desksFor = ({ permissions, permissions_everywhere }: Viewer): { group: string; desks: Desk[] }[] =>
  DESK_GROUPS.map((group) => ({
    group,
    desks: DESKS.filter(
      (desk) =>
        desk.group === group && (desk.isForAll ? permissions_everywhere : permissions).includes(desk.permission),
    ),
  }))
