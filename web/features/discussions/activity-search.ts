/** The sections of a member's activity and their place in the address. */
export const SECTIONS = [
  { section: 'posts', label: 'Posts' },
  { section: 'replies', label: 'Replies' },
  { section: 'upvotes', label: 'Upvotes' },
] as const
export type Section = (typeof SECTIONS)[number]['section']

export interface ActivitySearch {
  section?: Section
}

export function readActivitySearch({ section, ...others }: Record<string, unknown>): ActivitySearch {
  const known = SECTIONS.find((each) => each.section === section)?.section
  return { ...others, ...(known && known !== 'posts' && { section: known }) }
}
