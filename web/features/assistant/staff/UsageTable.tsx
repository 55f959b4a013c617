import { AI_USAGE_MONTHS, FEWEST_COUNTED_MEMBERS } from '#shared/assistant.ts'
import styles from '#web/features/assistant/staff/StaffAssistant.module.css'
import type { NetworkUsage } from '#web/features/assistant/staff/staff-assistant.queries.ts'

const months = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const amount = (count: number) => count.toLocaleString('en-US')

const COLUMNS: readonly [label: string, of: (usage: NetworkUsage) => number][] = [
  ['Questions', ({ num_of_questions }) => num_of_questions],
  ['Not answered', ({ num_of_abstained }) => num_of_abstained],
  ['Without the model', ({ num_of_fallbacks }) => num_of_fallbacks],
  ['Tokens sent', ({ tokens_in }) => tokens_in],
  ['Tokens received', ({ tokens_out }) => tokens_out],
]

/** What each network asked in each month: counts only. */
export function UsageTable({ usage }: { usage: readonly NetworkUsage[] }) {
  if (usage.length === 0)
    return <p className={styles.quiet}>No questions in the last {AI_USAGE_MONTHS} months. Counts appear here.</p>
  return (
    <>
      <div className={styles.table} tabIndex={0} role="region" aria-label="Usage by network and month">
        <table>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Network</th>
              <th scope="col">Members</th>
              {COLUMNS.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {usage.map((row) => (
              <tr key={`${row.month} ${row.peer_network.id}`}>
                <td>{months.format(new Date(row.month))}</td>
                <th scope="row">{row.peer_network.display_name}</th>
                <td>{row.num_of_members === null ? `Under ${FEWEST_COUNTED_MEMBERS}` : amount(row.num_of_members)}</td>
                {COLUMNS.map(([label, of]) => (
                  <td key={label}>{amount(of(row))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>
        Members count in their primary network. Months are in UTC. “Without the model” counts answers from members’ own
        sentences because the chosen model didn’t answer.
      </p>
    </>
  )
}
