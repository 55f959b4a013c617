/** Members of a network as the system of an association lists them: what a file of it changes. */
export const SYNC_COLUMNS = { required: ['email', 'first_name', 'last_name'], optional: ['title', 'company'] }
/** Memberships that end in one call. */
export const ENDED_TOGETHER = 500
/** One person ends this many in a day; more need a second person. */
export const ENDED_ALONE = 10

export interface SyncedPerson {
  id: number
  name: string
}
export interface SyncPlan {
  /** Who is sent an invitation. */
  invited: { line: number; name: string; email: string }[]
  changed: (SyncedPerson & { title: string | null; company: string | null })[]
  num_of_unchanged: number
  refused: { line: number; reason: string }[]
  /** Members of the network who are not in the file. They are ended apart. */
  missing: SyncedPerson[]
}
