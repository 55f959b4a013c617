import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SaveSetupStep } from '#api/operations.ts'
import { SETUP_STEPS, SETUP_TEXTS, setupPath, type SetupState, type SetupStep } from '#shared/setup.ts'
import { counted } from '#shared/kit/text.ts'
import { setupQuery } from '#web/features/setup/setup.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Setup.module.css'

interface Props {
  step: SetupStep
  side?: ReactNode
  children: ReactNode
}

/** One step of the set-up. */
export function SetupPage({ step, side, children }: Props) {
  const { title, lede, minutes } = SETUP_TEXTS[step]
  const place = SETUP_STEPS.indexOf(step) + 1
  return (
    <StaffPage
      title={title}
      lede={lede}
      side={side}
      above={`Step ${place} of ${SETUP_STEPS.length}, about ${counted(minutes, 'minute')}`}
    >
      {children}
    </StaffPage>
  )
}

/** Saves that a step is done or skipped, and goes on to the next. */
export function useFinishStep(step: SetupStep) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1]
  const { run, isPending } = useCommand(SaveSetupStep, {
    // The owner joins the first network with its step.
    invalidate: [initialUserQuery.queryKey],
    onSuccess: ({ saveSetupStep }) => {
      client.setQueryData(setupQuery.queryKey, { setup_steps: saveSetupStep })
      if (next) void navigate({ to: setupPath(next) })
    },
    messages: { title: 'The step wasn’t saved' },
  })
  return { isPending, finish: (state: SetupState) => void run({ step, state }) }
}

interface FootProps {
  step: SetupStep
  /** Without it, the form of the step saves it. */
  finish?: ReturnType<typeof useFinishStep>
  /** The button skips the step: what it asks for isn’t there yet. */
  skips?: boolean
  note?: string
}

/** The ways out of a step. */
export function StepFoot({ step, finish, skips = false, note = 'Everything here can be changed later.' }: FootProps) {
  const before = SETUP_STEPS[SETUP_STEPS.indexOf(step) - 1]
  return (
    <div className={styles.foot}>
      {finish && (
        <Button look="filled" disabled={finish.isPending} onClick={() => finish.finish(skips ? 'skipped' : 'done')}>
          {skips ? 'Skip for now' : 'Continue'}
        </Button>
      )}
      <StepLinks before={before} />
      <span className={styles.quiet}>{note}</span>
    </div>
  )
}

const StepLinks = ({ before }: { before: SetupStep | undefined }) =>
  before && before !== 'owner' ? (
    <Link to={setupPath(before)} className={styles.back}>
      Back
    </Link>
  ) : null
