import type { NetworkInput } from '#api/operations.ts'

/** A network as its form sends it, with these fields changed. */
export const networkInput = (changed: Partial<NetworkInput> = {}): NetworkInput => ({
  discipline_id: 1,
  theme: 'legal',
  display_name: 'Midwest Finance Leaders',
  main_menu_visibility: {},
  show_areas_of_expertise: true,
  show_responsibility: true,
  show_direct_reports: false,
  directory_school_filter: false,
  notifies_of_staff_reading: false,
  allows_access_tokens: false,
  ...changed,
})
