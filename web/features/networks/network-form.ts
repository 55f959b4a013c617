/** The values of the form of a network, and what is sent of them. */
import {
  NETWORK_FIELDS,
  networkProblem,
  networkValues,
  slugProblem,
  type NetworkValues,
} from '#shared/network-fields.ts'
import { isSectionOn, MENU_SECTIONS } from '#shared/networks.ts'
import type { NetworkInput } from '#api/operations.ts'
import type { ManagedNetwork } from '#web/features/networks/networks.queries.ts'

export type FormValues = Record<string, string | boolean>

const SWITCHED_ON = new Set(['show_areas_of_expertise', 'show_responsibility'])
const inMenu = (section: string) => `menu_${section}`

export function startValues(network: ManagedNetwork['network'] | undefined): FormValues {
  const video = network?.welcome_video
  const stored: Record<string, unknown> = {
    ...network,
    welcome_video_title: video?.title,
    welcome_video_url: video?.url,
    welcome_video_thumbnail_url: video?.thumbnail_url,
    welcome_video_duration: video?.duration,
    welcome_video_content_summary: video?.content_summary,
  }
  const fields = NETWORK_FIELDS.map(({ name, kind }) => [
    name,
    kind === 'switch' ? Boolean(network ? stored[name] : SWITCHED_ON.has(name)) : String(stored[name] ?? ''),
  ])
  const menu = MENU_SECTIONS.map((section) => [inMenu(section), isSectionOn(network?.main_menu_visibility, section)])
  return {
    slug: '',
    theme: network?.theme ?? 'legal',
    discipline_id: network ? String(network.discipline.id) : '',
    ...Object.fromEntries(fields),
    ...Object.fromEntries(menu),
  }
}

export const menuIn = (values: FormValues): Record<string, boolean> =>
  Object.fromEntries(MENU_SECTIONS.map((section) => [section, values[inMenu(section)] !== false]))

const cleanedOf = (values: FormValues): NetworkValues =>
  networkValues({
    ...values,
    discipline_id: values['discipline_id'] === '' ? null : Number(values['discipline_id']),
    main_menu_visibility: menuIn(values),
  })

export const inputOf = (values: FormValues) => cleanedOf(values) as unknown as NetworkInput

export function formProblem(values: FormValues, isNew: boolean) {
  const cleaned = cleanedOf(values)
  if (isNew && cleaned['display_name'] !== null) {
    const wrong = slugProblem(String(values['slug']).trim())
    if (wrong) return { field: 'slug', message: wrong }
  }
  if (cleaned['discipline_id'] === null) return { field: 'discipline_id', message: 'Choose a discipline.' }
  return networkProblem(cleaned)
}
