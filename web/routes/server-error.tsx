import { ROUTES } from '#shared/routes.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import type { ErrorPageProps } from '#web/platform/router/RouterProvider.tsx'
import { createRoute } from '#web/platform/router/route.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { rootRoute } from '#web/routes/root.tsx'

interface FailureProps {
  errorId: string | undefined
  retry?: () => void
}

/** What failed, what is safe, and how to contact support. */
function Failure({ errorId, retry }: FailureProps) {
  const { supportEmail } = usePageProps()
  useTitle('Something went wrong')
  const subject = errorId ? `?subject=${encodeURIComponent(`Error ${errorId}`)}` : ''
  return (
    <StatePage
      level={1}
      title="We couldn’t show this page"
      actions={
        <>
          <Button look="filled" onClick={retry ?? (() => location.assign(ROUTES.home))}>
            Try again
          </Button>
          <ButtonLink href={`mailto:${supportEmail}${subject}`}>Contact support</ButtonLink>
        </>
      }
    >
      <p>This error has been logged. Drafts on this device are safe.</p>
      <p>
        If this is time-sensitive, please contact support at {supportEmail}.{errorId && ` Error ID: ${errorId}.`}
      </p>
    </StatePage>
  )
}

export function ErrorPage({ error, reset }: ErrorPageProps) {
  const errorId = error instanceof ApiError ? error.errorId : undefined
  return (
    <PlainPage>
      <Failure errorId={errorId} retry={() => (reset ? (reset(), location.reload()) : location.reload())} />
    </PlainPage>
  )
}

export const serverErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.serverError,
  validateSearch: ({ error_id }: Record<string, unknown>): { error_id?: string } =>
    typeof error_id === 'string' && /^[\w-]{1,64}$/.test(error_id) ? { error_id } : {},
  component: function ServerErrorPage() {
    const { error_id } = serverErrorRoute.useSearch()
    return (
      <PlainPage>
        <Failure errorId={error_id} />
      </PlainPage>
    )
  },
})
