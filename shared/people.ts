/** Words about members that every screen says alike. */

/** "General Counsel, Ostrander", or less where less is known. */
export const personLine = ({ title, company }: { title: string | null; company: { name: string } | null }): string =>
  [title, company?.name].filter(Boolean).join(', ')
