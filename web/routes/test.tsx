import { createRoute } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { reportFailure } from '#web/platform/failures.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { toast } from '#web/platform/toasts.ts'
import { rootRoute } from '#web/routes/root.tsx'

/** While developing only: what is hard to bring about otherwise. */
function TestPage() {
  useTitle('Test')
  return (
    <SimpleFrame>
      <h1 className="t-state-title">Test</h1>
      <p>
        <Button onClick={() => toast.success('Posted to the group')}>Success</Button>
        <Button onClick={() => toast.info('Draft kept', 'It is kept on this device only.')}>Info</Button>
        <Button onClick={() => toast.error('Not sent', 'What you wrote is kept.')}>Error</Button>
        <Button onClick={() => reportFailure(new ProblemError('test', { kind: 'bad_response', errorId: 'test-1' }))}>
          Failure
        </Button>
      </p>
      <Skeleton shape="title" width="half" />
      <Skeleton />
      <Skeleton width="most" />
    </SimpleFrame>
  )
}

/** None in a build. */
export const testRoutes = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => rootRoute, path: ROUTES.test, component: TestPage })]
  : []
