/** What members are shown along the way, as staff write it: kinds, their fields, and the rules for each field. */
import { PERSONALIZATION_CHOICES } from './onboarding.ts'

export const GUIDE_KINDS = ['checklist_item', 'tour', 'alert', 'topic'] as const
export type GuideKind = (typeof GUIDE_KINDS)[number]

/** Where a step of a tour can stand. */
export const GUIDE_PLACES: Readonly<Record<string, string>> = {
  missed: 'Home: what you missed',
  questions: 'Home: questions',
  members: 'Home: members to know',
  checklist: 'Home: first steps',
  ask: 'Discussions: where one asks',
  filters: 'Discussions: kinds and filters',
}
const SELECTOR = /^\[data-guide="([a-z]+)"\]$/
export const selectorOf = (place: string) => `[data-guide="${place}"]`
export const placeOf = (selector: string) => SELECTOR.exec(selector)?.[1]

export interface GuideField {
  name: string
  label: string
  hint?: string
  /** A line, several lines, a path on this site, one of the networks, or the steps of a tour. */
  kind: 'line' | 'text' | 'path' | 'network' | 'steps'
  max: number
  isOptional?: boolean
}
interface GuideWords {
  /** Of the section, and of one of them in a sentence. */
  title: string
  one: string
  about: string
  /** What members did with it: "12 members finished it". */
  did: string
  fields: readonly GuideField[]
}

/** So many steps a member reads before they skip the rest. */
export const TOUR_STEPS = 8
/** So many of one kind can be kept; the lists that members ask for hold as many. */
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
    about: 'The first things to do, at home until a member has finished or closed them.',
    did: 'finished it',
    fields: [
      { name: 'name', label: 'Name', kind: 'line', max: 100 },
      { name: 'description', label: 'Why it is worth doing', kind: 'text', max: 400, isOptional: true },
      { name: 'call_to_action_label', label: 'Words of the link', kind: 'line', max: 60 },
      { name: 'call_to_action_redirect', label: 'Where it leads', hint: PATH_HINT, kind: 'path', max: 200 },
    ],
  },
  tour: {
    title: 'Tours',
    one: 'tour',
    about: 'Steps beside places of a page, shown once. A step whose place is not on the page is skipped.',
    did: 'saw it',
    fields: [
      { name: 'name', label: 'Name, for staff only', kind: 'line', max: 100 },
      { name: 'items', label: 'Steps', kind: 'steps', max: 400 },
      { name: 'completion_button_text', label: 'Button of the last step', kind: 'line', max: 60 },
      { name: 'skip_button_text', label: 'Button to leave it', kind: 'line', max: 60 },
    ],
  },
  alert: {
    title: 'Prompts',
    one: 'prompt',
    about: 'What is new, at home, one at a time until it was seen; the first of this list is shown first.',
    did: 'saw it',
    fields: [
      { name: 'title', label: 'Title', kind: 'line', max: 100 },
      { name: 'description', label: 'What it says', kind: 'text', max: 400 },
      { name: 'link', label: 'Where it leads', hint: PATH_HINT, kind: 'path', max: 200, isOptional: true },
      { name: 'link_label', label: 'Words of the link', kind: 'line', max: 60, isOptional: true },
    ],
  },
  topic: {
    title: 'Topics',
    one: 'topic',
    about: 'What members can say concerns them. One of a network is offered to its members only.',
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
  if (typeof given !== 'string') return `“${label}” is no text.`
  const { length } = [...given]
  return length > max ? `“${label}” has ${length} characters; at most ${max} fit. Shorten it.` : undefined
}

function stepsProblem(field: GuideField, given: unknown): string | undefined {
  if (!Array.isArray(given) || given.length === 0) return 'A tour needs a step. Add one.'
  if (given.length > TOUR_STEPS) return `The tour has ${given.length} steps; at most ${TOUR_STEPS} fit. Remove some.`
  for (const [index, step] of (given as Partial<TourStep>[]).entries()) {
    const place = typeof step?.selector === 'string' ? placeOf(step.selector) : undefined
    if (!place || !(place in GUIDE_PLACES)) return `Choose where step ${index + 1} stands.`
    if (isBlank(step.description)) return `Say something in step ${index + 1}.`
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
  return isPath(given as string) ? undefined : `“${field.label}” is no path on this site. Begin it with a slash.`
}

/** The first thing wrong with what staff wrote, beside the field it stands in. */
export function guideProblem(kind: GuideKind, given: Readonly<Record<string, unknown>>): GuideProblem | undefined {
  for (const field of GUIDES[kind].fields) {
    const message = fieldProblem(field, given[field.name])
    if (message) return { field: field.name, message }
  }
  if (kind === 'alert' && isBlank(given['link']) !== isBlank(given['link_label']))
    return {
      field: isBlank(given['link']) ? 'link' : 'link_label',
      message: 'A link needs both: where it leads, and its words.',
    }
  return undefined
}

/** Only what the kind has, without spaces around it; what was left empty is null, or no words. */
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
