/** Guides that staff write for members (checklist, tours, alerts, topics): kinds, fields, and the rules per field. */
import { PERSONALIZATION_CHOICES } from './onboarding.ts'

export const GUIDE_KINDS = ['checklist_item', 'tour', 'alert', 'topic'] as const
export type GuideKind = (typeof GUIDE_KINDS)[number]

/** Places where a tour step can be attached. */
export const GUIDE_PLACES: Readonly<Record<string, string>> = {
  missed: 'Home: since your last visit',
  questions: 'Home: questions you could answer',
  library: 'Home: new in your library',
  members: 'Home: suggested members',
  checklist: 'Home: getting started',
  ask: 'Discussions: ask box',
  filters: 'Discussions: types and filters',
}
const SELECTOR = /^\[data-guide="([a-z]+)"\]$/
export const selectorOf = (place: string) => `[data-guide="${place}"]`
export const placeOf = (selector: string) => SELECTOR.exec(selector)?.[1]

export interface GuideField {
  name: string
  label: string
  hint?: string
  /** A single line, several lines, a path on this site, one of the networks, or the steps of a tour. */
  kind: 'line' | 'text' | 'path' | 'network' | 'steps'
  max: number
  isOptional?: boolean
}
interface GuideWords {
  /** The title of the section, and the word for one guide in a sentence. */
  title: string
  one: string
  about: string
  /** What members did with it, e.g. "12 members finished it". */
  did: string
  fields: readonly GuideField[]
}

/** Members skip the rest of a longer tour. */
export const TOUR_STEPS = 8
/** The maximum number of guides per kind. The lists that members query return as many. */
export const GUIDES_OF_KIND: Readonly<Record<GuideKind, number>> = {
  checklist_item: 50,
  tour: 20,
  alert: 50,
  topic: PERSONALIZATION_CHOICES,
}

const PATH_HINT = 'A path on this site, such as /profile/settings.'
export const GUIDES: Readonly<Record<GuideKind, GuideWords>> = {
  checklist_item: {
    title: 'Checklist',
    one: 'item',
    about: 'First things to do, shown on Home until a member finishes or dismisses them.',
    did: 'completed it',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', max: 100 },
      { name: 'description', label: 'Description', kind: 'text', max: 400, isOptional: true },
      { name: 'call_to_action_label', label: 'Link text', kind: 'line', max: 60 },
      { name: 'call_to_action_redirect', label: 'Link destination', hint: PATH_HINT, kind: 'path', max: 200 },
    ],
  },
  tour: {
    title: 'Tours',
    one: 'tour',
    about: 'Steps that point to parts of a page, shown once. A step is skipped if its target isn’t on the page.',
    did: 'viewed it',
    fields: [
      { name: 'name', label: 'Name (staff only)', kind: 'line', max: 100 },
      { name: 'items', label: 'Steps', kind: 'steps', max: 400 },
      { name: 'completion_button_text', label: 'Last step’s button', kind: 'line', max: 60 },
      { name: 'skip_button_text', label: 'Skip button', kind: 'line', max: 60 },
    ],
  },
  alert: {
    title: 'Prompts',
    one: 'prompt',
    about: 'Announcements shown on Home, one at a time, in this order, until viewed.',
    did: 'viewed it',
    fields: [
      { name: 'title', label: 'Title', kind: 'line', max: 100 },
      { name: 'description', label: 'Text', kind: 'text', max: 400 },
      { name: 'link', label: 'Link destination', hint: PATH_HINT, kind: 'path', max: 200, isOptional: true },
      { name: 'link_label', label: 'Link text', kind: 'line', max: 60, isOptional: true },
    ],
  },
  topic: {
    title: 'Topics',
    one: 'topic',
    about: 'Topics members can choose. A network’s topics are offered only to its members.',
    did: 'chose it',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', max: 100 },
      { name: 'peer_network_id', label: 'Offered in', kind: 'network', max: 0, isOptional: true },
    ],
  },
}

export interface TourStep {
  selector: string
  description: string
}
export interface GuideProblem {
  field: string
  message: string
}

const isBlank = (given: unknown) => given === null || given === undefined || given === ''
const isPath = (path: string) => /^\/([^/\\]|$)/.test(path) && !/[\s\\\p{Cc}]/u.test(path)

function lineProblem({ label, max }: GuideField, given: unknown): string | undefined {
  if (typeof given !== 'string') return `“${label}” must be text.`
  const { length } = [...given]
  return length > max ? `“${label}” is ${length} characters long. The limit is ${max}.` : undefined
}

function stepsProblem(field: GuideField, given: unknown): string | undefined {
  if (!Array.isArray(given) || given.length === 0) return 'Add at least one step.'
  if (given.length > TOUR_STEPS) return `This tour has ${given.length} steps. The limit is ${TOUR_STEPS}.`
  for (const [index, step] of (given as Partial<TourStep>[]).entries()) {
    const place = typeof step?.selector === 'string' ? placeOf(step.selector) : undefined
    if (!place || !(place in GUIDE_PLACES)) return `Choose a location for step ${index + 1}.`
    if (isBlank(step.description)) return `Enter text for step ${index + 1}.`
    const problem = lineProblem({ ...field, label: `Step ${index + 1}` }, step.description)
    if (problem) return problem
  }
  return undefined
}

function fieldProblem(field: GuideField, given: unknown): string | undefined {
  if (field.kind === 'steps') return stepsProblem(field, given)
  if (isBlank(given)) return field.isOptional ? undefined : `Fill in “${field.label}”.`
  if (field.kind === 'network') return Number.isSafeInteger(given) ? undefined : 'Choose a network.'
  const problem = lineProblem(field, given)
  if (problem || field.kind !== 'path') return problem
  return isPath(given as string) ? undefined : `“${field.label}” must be a path on this site that starts with a slash.`
}

/** The first problem in what staff wrote, and its field. */
export function guideProblem(kind: GuideKind, given: Readonly<Record<string, unknown>>): GuideProblem | undefined {
  for (const field of GUIDES[kind].fields) {
    const message = fieldProblem(field, given[field.name])
    if (message) return { field: field.name, message }
  }
  if (kind === 'alert' && isBlank(given['link']) !== isBlank(given['link_label']))
    return {
      field: isBlank(given['link']) ? 'link' : 'link_label',
      message: 'Enter both a link destination and link text.',
    }
  return undefined
}

/** Only the fields of this kind, trimmed. Empty values become null, or an empty string for multi-line text. */
export function guideValues(kind: GuideKind, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? ''))
  const empty = (of: GuideField['kind']) => (of === 'text' ? '' : null)
  return Object.fromEntries(
    GUIDES[kind].fields.map(({ name, kind: of }) => {
      const value = trimmed(given[name])
      return [name, value === '' ? empty(of) : value]
    }),
  )
}
