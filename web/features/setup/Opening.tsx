import { useQueryClient } from '@tanstack/react-query'
import { SaveSetupStep } from '#api/operations.ts'
import { SETUP_TEXTS, setupPath, type SetupStep } from '#shared/setup.ts'
import { markOf, openSteps, setupQuery, type SetupSteps } from '#web/features/setup/setup.queries.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './Setup.module.css'

function useMark() {
  const client = useQueryClient()
  return useCommand(SaveSetupStep, {
    onSuccess: ({ saveSetupStep }) => client.setQueryData(setupQuery.queryKey, { setup_steps: saveSetupStep }),
    messages: { title: 'Nothing was changed' },
  })
}

/** Opens the community, and says what is left. */
export function Opening({ steps }: { steps: SetupSteps }) {
  const { run, isPending } = useMark()
  const isOpen = markOf(steps, 'open') !== undefined
  // The last step is done by opening.
  const left = markOf(steps, 'checklist') ? [] : openSteps(steps).filter((step) => step !== 'invitations')
  const hasNetwork = markOf(steps, 'network') === 'done'
  const open = async () => {
    if (markOf(steps, 'invitations') !== 'done') await run({ step: 'invitations', state: 'done' })
    await run({ step: 'open', state: 'done' })
  }
  return (
    <Section title={isOpen ? 'The community is open' : 'Open the community'}>
      {left.length > 0 && (
        <>
          <p className={styles.about}>
            {isOpen ? 'You haven’t done these yet:' : 'These steps are left. You can do them later.'}
          </p>
          <StepList steps={left} />
        </>
      )}
      {isOpen ? (
        <p className={styles.foot}>
          <ButtonLink look="filled" href="/feed">
            Go to the community
          </ButtonLink>
          {left.length > 0 && (
            <Button look="bare" disabled={isPending} onClick={() => void run({ step: 'checklist', state: 'skipped' })}>
              Hide what is left
            </Button>
          )}
        </p>
      ) : (
        <div className={styles.foot}>
          <Button disabled={isPending || !hasNetwork} onClick={() => void open()}>
            Open the community
          </Button>
          <span className={styles.quiet}>
            {hasNetwork
              ? 'Write the first discussion yourself: people answer more easily than they begin.'
              : 'Create your first network before you open.'}
          </span>
        </div>
      )}
    </Section>
  )
}

export const StepList = ({ steps }: { steps: readonly SetupStep[] }) => (
  <ul className={styles.left} aria-label="Steps that are left">
    {steps.map((step) => (
      <li key={step}>
        <Link to={setupPath(step)}>{SETUP_TEXTS[step].label}</Link>
      </li>
    ))}
  </ul>
)
