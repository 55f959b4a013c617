/** Who may open which step. Loaded with the steps: members who have finished need none of it. */
import type { QueryClient } from '@tanstack/react-query'
import {
  ONBOARDING_STEPS,
  STEP_PATHS,
  isStep,
  nextRequiredStep,
  stepPath,
  type OnboardingStep,
} from '#shared/onboarding.ts'
import { ROUTES, barePath, loginPath } from '#shared/routes.ts'
import { onboardingQuery, type Invitee } from '#web/features/onboarding/onboarding.queries.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { redirect } from '#web/platform/router/interrupts.ts'
import type { RouterContext } from '#web/platform/router/route.ts'

export interface Facts {
  context: RouterContext
  location: { pathname: string }
}

/**
 * The first view uses the data it was server-rendered with: refetched before hydration, the response may differ from
 * the HTML, for instance when a payment has just arrived. The step itself refetches after hydration.
 */
const begun = new WeakSet<QueryClient>()

/** Redirects to sign-in if there is no session. */
async function inviteeOf({ context: { queryClient }, location }: Facts): Promise<Invitee> {
  const isFirstView = !begun.has(queryClient)
  begun.add(queryClient)
  try {
    return (await queryClient.fetchQuery({ ...onboardingQuery, ...(isFirstView && { staleTime: Infinity }) })).viewer
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'session.none' || error.status === 401))
      throw redirect({ href: loginPath(barePath(location.pathname)) })
    throw error
  }
}

/**
 * The step for legal documents that a member who has joined has not accepted, or not in the current version; undefined
 * if none is open.
 */
function unacceptedStep({ legal_to_accept: open }: Invitee): OnboardingStep | undefined {
  if (open.some((kind) => kind !== 'membership_agreement')) return 'create_password'
  return open.length > 0 ? 'agreement' : undefined
}

/** The step to complete next; undefined if there is none. The stored step may come after one that is still missing. */
function belongsTo(viewer: Invitee): OnboardingStep | undefined {
  if (viewer.on_boarding_complete) return unacceptedStep(viewer)
  const current = isStep(viewer.current_onboarding_step) ? viewer.current_onboarding_step : 'profile'
  const obstacle = nextRequiredStep(viewer.onboarding_steps, current)
  return isStep(obstacle) ? obstacle : current
}

export async function requireOnboarding(facts: Facts): Promise<null> {
  const step = belongsTo(await inviteeOf(facts))
  throw redirect({ href: step ? stepPath(step) : ROUTES.home })
}

/** Opens a step only if no earlier requirement is missing; otherwise redirects to that one. */
export async function requireStep(facts: Facts): Promise<null> {
  const viewer = await inviteeOf(facts)
  const path = barePath(facts.location.pathname)
  const step = ONBOARDING_STEPS.find((each) => STEP_PATHS[each] === path)
  const here = belongsTo(viewer)
  const isOpen = viewer.on_boarding_complete
    ? step === here
    : step !== undefined &&
      viewer.onboarding_steps.some((each) => each.step === step) &&
      !nextRequiredStep(viewer.onboarding_steps, step)
  if (!isOpen) throw redirect({ href: here ? stepPath(here) : ROUTES.home })
  return null
}

export async function requireSignedIn(facts: Facts): Promise<null> {
  await inviteeOf(facts)
  return null
}
