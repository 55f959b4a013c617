/** What the pages of members and of staff share. */
import { dayOf } from '#shared/kit/dates.ts'
import { SelectField } from '#web/kit/forms/Field.tsx'
import type { InvitationRow, NetworkChoice } from '#web/features/accounts/invitations/invitations.queries.ts'

export function NetworkField({
  networks,
  value,
  problem,
}: {
  networks: NetworkChoice[]
  value?: string | undefined
  problem?: string | undefined
}) {
  return (
    <SelectField label="Network" name="peer_network_id" defaultValue={value} problem={problem}>
      {networks.map((network) => (
        <option key={network.id} value={network.id}>
          {network.display_name}
        </option>
      ))}
    </SelectField>
  )
}

/** The state of an invitation as text. */
export function stateOf(row: InvitationRow, timeZone: string): string {
  const day = (at: string | null) => dayOf(at ?? row.created_at, timeZone)
  if (row.expired) return `Sent ${day(row.sent_at)}; expired.`
  const said = {
    nominated: `Nominated ${day(row.created_at)}; waiting for staff.`,
    sent: `Sent ${day(row.sent_at)}; expires ${day(row.expires_at)}.`,
    accepted: `Joined ${day(row.used_at)}.`,
    declined: 'Not sent.',
    withdrawn: 'Withdrawn.',
  }
  return said[row.state]
}
