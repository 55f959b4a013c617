/** The staff log: everything that staff did, and what it can be filtered by. */
export const STAFF_LOG_PAGE = 50
/** The log says "10,000" for more. */
export const STAFF_LOG_COUNTED = 10_000

export const STAFF_LOG_FILE = '/api/staff/audit.csv'

/** "Team member added" for `team.member_added`. */
export function actLabel(act: string): string {
  const words = act.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
