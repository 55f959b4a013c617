/** The steps from an invitation to the home page, and the rules for moving between them. */

export const ONBOARDING_STEPS = ['landing', 'profile', 'payment', 'create_password', 'agreement', 'welcome'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]
/** The `step` value when nothing is left to do. */
export const FINISHED = 'done'

/** Steps that are required for access; the others may be skipped. */
export const REQUIRED_STEPS: readonly OnboardingStep[] = ['payment', 'create_password', 'agreement']

export const STEP_PATHS: Record<OnboardingStep, string> = {
  // The invitation itself; a member with a session is past it.
  landing: '/onboarding',
  profile: '/onboarding/profile/complete',
  payment: '/onboarding/payment',
  create_password: '/onboarding/create-password',
  agreement: '/onboarding/agreement',
  welcome: '/onboarding/welcome',
}

export const TOPICS_PATH = '/onboarding/topics'

export const KEY_LENGTH = 60
/** How many of the network's topics a member may choose at once. */
export const PERSONALIZATION_CHOICES = 50

export interface StepState {
  step: string
  done: boolean
  required: boolean
}

export const isStep = (step: unknown): step is OnboardingStep => ONBOARDING_STEPS.includes(step as OnboardingStep)

/**
 * The unfinished required step that blocks moving to another step, or undefined. Going back is always allowed; going
 * forward skips steps that are done or optional.
 */
export function nextRequiredStep(steps: readonly StepState[], to: string): string | undefined {
  const at = steps.findIndex(({ step }) => step === to)
  const before = to === FINISHED ? steps : steps.slice(0, Math.max(at, 0))
  return before.find(({ done, required }) => required && !done)?.step
}

/** The steps before and after a step. The landing page cannot be reached again. */
export function adjacentSteps(steps: readonly StepState[], step: string): { before?: string; after: string } {
  const at = steps.findIndex((each) => each.step === step)
  const before = steps[at - 1]?.step
  return { after: steps[at + 1]?.step ?? FINISHED, ...(before && before !== 'landing' && { before }) }
}

/** The path of a member who has not finished onboarding. */
export function stepPath(current: string | null | undefined): string {
  return STEP_PATHS[isStep(current) && current !== 'landing' ? current : 'profile']
}
