import { ROUTES } from '#shared/routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { createRoute } from '#web/platform/router/route.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { rootRoute } from '#web/routes/root.tsx'

/** In development only: states that are hard to produce otherwise. */
function TestPage() {
  useTitle('Test')
  return (
    <PlainPage>
      <h1 className="t-state-title">Test</h1>
      <p>
        <Button onClick={() => toast.success('Posted to the group')}>Success</Button>
        <Button onClick={() => toast.info('Draft saved', 'It’s saved on this device only.')}>Info</Button>
        <Button onClick={() => toast.error('Not sent', 'What you wrote is saved.')}>Error</Button>
        <Button
          onClick={() => reportUnexpectedError(new ApiError('test', { kind: 'bad_response', errorId: 'test-1' }))}
        >
          Failure
        </Button>
      </p>
      <Skeleton shape="title" width="half" />
      <Skeleton />
      <Skeleton width="most" />
    </PlainPage>
  )
}

/** Empty in a build. */
export const testRoutes = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => rootRoute, path: ROUTES.test, component: TestPage })]
  : []
