/** Facts about documents in words. */

interface File {
  num_of_pages: number | null
  outcome: string | null
}

/** Why its text is not found; null if it is. */
export function textProblem({ outcome, num_of_pages }: File): string | null {
  if (outcome === null) return 'Text will be searchable in a minute.'
  if (outcome === 'encrypted') return 'Protected by a password. Found by title only.'
  return outcome === 'read' && num_of_pages !== 0 ? null : 'No text could be read. Found by title only.'
}

interface Shared {
  is_anonymous: boolean
  company: string | null
  uploader: { name: string } | null
  networks: readonly { display_name: string }[]
}

/** “Shared by Ingrid Solheim, Halcyra Freight”, or by a member of a network. */
export function sharedBy({ is_anonymous, uploader, company, networks }: Shared): string {
  if (is_anonymous) return `Shared by a member of ${networks[0]?.display_name ?? 'your network'}`
  if (!uploader) return 'Shared by a former member'
  return `Shared by ${[uploader.name, company].filter(Boolean).join(', ')}`
}
