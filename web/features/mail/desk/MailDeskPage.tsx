import { useState } from 'react'
import { useSearch } from '#web/platform/router/match.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { MailLists } from '../MailLists.tsx'
import { Bounces } from './Bounces.tsx'
import { Deliveries } from './Deliveries.tsx'
import { HeldMails } from './HeldMails.tsx'

const TABS = [
  { key: 'lists', label: 'Lists' },
  { key: 'deliveries', label: 'Deliveries' },
  { key: 'bounces', label: 'Bounces and complaints' },
  { key: 'held', label: 'Held' },
] as const
type Tab = (typeof TABS)[number]['key']
const LEDES: Record<Tab, string> = {
  lists: 'Each network sends its discussions by email. Changes apply to the next email.',
  deliveries: 'Emails of the last 30 days. What they say isn’t shown.',
  bounces: 'Addresses that refused emails, and members who called one unwanted.',
  held: 'Emails to discussions that weren’t posted because it isn’t certain who wrote them.',
}

/** Email for staff: the lists, what was sent, what came back, and what waits for a decision. */
export function MailDeskPage() {
  const asked = useSearch()['tab']
  const [tab, setTab] = useState<Tab>(TABS.find(({ key }) => key === asked)?.key ?? 'lists')
  return (
    <StaffPage title="Mail" lede={LEDES[tab]}>
      <StaffFilters choices={TABS} chosen={tab} onChoose={setTab} />
      {tab === 'lists' && <MailLists />}
      {tab === 'deliveries' && <Deliveries />}
      {tab === 'bounces' && <Bounces />}
      {tab === 'held' && <HeldMails />}
    </StaffPage>
  )
}
