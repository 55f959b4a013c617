import { execute } from '#web/platform/api/operations.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { UpdateOnboardingStep, type UpdateOnboardingStepMutationVariables } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { adjacentSteps, FINISHED, isStep, STEP_PATHS, type OnboardingStep } from '#shared/onboarding.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { identify, setInviteCode } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { onboardingQuery, updateInvitee, type Invitee } from '#web/features/onboarding/onboarding.queries.ts'
import styles from '#web/features/onboarding/Steps.module.css'

const NAMES: Record<string, string> = {
  profile: 'Your role',
  payment: 'Payment',
  create_password: 'Password',
  agreement: 'Agreement',
  welcome: 'Welcome',
}

export interface StepProps {
  viewer: Invitee
  /** Saves the next step and navigates to it. */
  onDone: () => Promise<void>
}

interface Props {
  step: OnboardingStep
  title: (viewer: Invitee | undefined) => string
  /** Why this question is asked. */
  why: string | ((viewer: Invitee) => string)
  /** Label of the skip button, if the step is optional. */
  skip?: string
  children: (props: StepProps) => ReactNode
}

type Target = UpdateOnboardingStepMutationVariables['step']

/** Navigates to another step after saving it, so that another device resumes at the same step. */
function useGoToStep() {
  const client = useQueryClient()
  return useCommand((step: string) => execute(UpdateOnboardingStep, { step: step as Target }), {
    onSuccess: ({ updateOnboardingStep }, step) => {
      if (step === FINISHED) return location.assign(ROUTES.home)
      updateInvitee(client, updateOnboardingStep)
      if (isStep(step)) navigateTo(STEP_PATHS[step])
    },
    onError: (error) => {
      // Finished on another device, or only the terms were due: no step is left.
      if (error.code === 'onboarding.finished') return location.assign(ROUTES.home)
      showErrorToast(error)
      if (error.code === 'onboarding.step_open' && isStep(error.field)) navigateTo(STEP_PATHS[error.field])
    },
  })
}

/** One onboarding step: progress, the reason for the question, the inviter, and help. */
export function StepPage({ step, title, why, skip, children }: Props) {
  const { data, isError, refetch } = useQuery(onboardingQuery)
  const viewer = data?.viewer
  const { run: go, isPending: isGoing } = useGoToStep()
  useTitle(title(viewer))
  useInvitedBy(viewer)
  if (!viewer && isError)
    return (
      <StatePage level={1} title="We couldn’t load this step" again={refetch}>
        Your progress is saved.
      </StatePage>
    )
  if (!viewer)
    return (
      <div aria-busy="true">
        <Skeleton width="third" />
        <Skeleton shape="title" width="most" />
        <Skeleton />
      </div>
    )
  const { before, after } = adjacentSteps(viewer.onboarding_steps, step)
  const leave = async (to: string): Promise<void> => {
    await go(to)
  }
  return (
    <>
      {!viewer.on_boarding_complete && <Progress viewer={viewer} step={step} />}
      <h1 className="t-state-title">{title(viewer)}</h1>
      <p className={`t-reply ${styles.why}`}>{typeof why === 'string' ? why : why(viewer)}</p>
      {children({ viewer, onDone: () => leave(after) })}
      {!viewer.on_boarding_complete && (before || skip) && (
        <div className={styles.turns}>
          {before && (
            <Button look="bare" disabled={isGoing} onClick={() => void leave(before)}>
              Back
            </Button>
          )}
          {skip && (
            <Button look="bare" disabled={isGoing} onClick={() => void leave(after)}>
              {skip}
            </Button>
          )}
        </div>
      )}
      <Help viewer={viewer} />
    </>
  )
}

/** Attributes onboarding analytics to the invitation. */
function useInvitedBy(viewer: Invitee | undefined): void {
  useEffect(() => {
    if (!viewer) return
    setInviteCode(viewer.invite_code)
    identify(viewer)
    return () => setInviteCode(null)
  }, [viewer])
}

function Progress({ viewer, step }: { viewer: Invitee; step: OnboardingStep }) {
  const steps = viewer.onboarding_steps.filter((each) => each.step !== 'landing')
  const at = steps.findIndex((each) => each.step === step)
  return (
    <nav aria-label="Joining steps">
      <p className={`t-meta ${styles.count}`}>
        Step {at + 1} of {steps.length}
      </p>
      <ol className={styles.steps}>
        {steps.map((each, index) => (
          <li
            key={each.step}
            aria-current={index === at ? 'step' : undefined}
            data-state={index === at ? 'here' : index < at || each.done ? 'passed' : 'ahead'}
          >
            <span className="visually-hidden">{index < at || each.done ? 'Done: ' : ''}</span>
            {NAMES[each.step]}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Help({ viewer }: { viewer: Invitee }) {
  const { supportEmail } = usePageProps()
  const network = viewer.peer_network_memberships[0]?.peer_network.display_name
  return (
    <p className={`t-meta ${styles.help}`}>
      {viewer.nominator_name && network && `${viewer.nominator_name} invited you to ${network}. `}You can stop here and
      continue later on any device. Questions? Contact{' '}
      <a className={styles.link} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </p>
  )
}
