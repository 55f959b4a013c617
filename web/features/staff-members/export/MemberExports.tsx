import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExportMembers, type ExportMembersMutationVariables, type GetMemberExportsQuery } from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { ACCOUNT_STATES, MEMBER_EXPORT_FILES } from '#shared/staff-members.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import { memberExportsQuery, type MemberSearch } from '#web/features/staff-members/staff-members.queries.ts'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Exports the accounts of the chosen state and network, or asks a second person; and the files that are ready. */
export function MemberExports({ asked: { state, network } }: { asked: MemberSearch }) {
  const client = useQueryClient()
  const { data } = useQuery(memberExportsQuery)
  const { run, isPending } = useCommand(
    // Resolves to false if a second person has to be asked first.
    async () => {
      const variables = {
        state: (state || null) as NonNullable<ExportMembersMutationVariables['state']> | null,
        peer_network_id: network === '' ? null : Number(network),
      }
      try {
        return await execute(ExportMembers, variables)
      } catch (error) {
        if (offerApproval(error, ExportMembers, variables)) return false
        throw error
      }
    },
    {
      messages: { title: 'Nothing was exported' },
      onSuccess: (answer) => {
        if (answer) client.setQueryData(memberExportsQuery.queryKey, { member_exports: answer.exportMembers })
      },
    },
  )
  const exports = data?.member_exports ?? []
  const isFiltered = state !== '' || network !== ''
  return (
    <div className={styles.exports}>
      <Button disabled={isPending} onClick={() => void run()}>
        {isFiltered ? 'Export accounts of this state and network' : 'Export all accounts'}
      </Button>
      {exports.length > 0 && (
        <ul aria-label="Exports">
          {exports.map((file) => (
            <li key={file.id}>
              <Ready file={file} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Ready({ file }: { file: GetMemberExportsQuery['member_exports'][number] }) {
  const { time_zone } = useUser()
  const { id, network, account_state, created_at, expires_at } = file
  const words = [network?.display_name ?? 'All networks', account_state && ACCOUNT_STATES[account_state].toLowerCase()]
  const name = words.filter(Boolean).join(', ')
  return (
    <>
      <ButtonLink href={`${MEMBER_EXPORT_FILES}/${id}`} download aria-label={`Download CSV: ${name}`}>
        Download CSV
      </ButtonLink>{' '}
      <span className={rows.quiet}>
        {name}, exported {longDate(created_at, time_zone)}. Until {longDate(expires_at, time_zone)}.
      </span>
    </>
  )
}
