/** The sections of a member's activity and their place in the address. */
export const SECTIONS = ['posts', 'replies', 'upvotes'] as const
export type Section = (typeof SECTIONS)[number]

export interface ActivitySearch {
  section?: Section
}

export const readActivitySearch = ({ section, ...others }: Record<string, unknown>): ActivitySearch =>
  SECTIONS.indexOf(section as Section) > 0 ? { ...others, section: section as Section } : others
