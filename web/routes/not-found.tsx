import { createRoute } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { rootRoute } from '#web/routes/root.tsx'

/** For unknown paths and for records that are absent or not for the reader's eyes: both look the same. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <SimpleFrame>
      <StatePage
        level={1}
        title="There is no page at this address"
        actions={
          <ButtonLink look="filled" href={ROUTES.feed}>
            Go to Discussions
          </ButtonLink>
        }
      >
        It may have been moved or removed, or it may be open to other members only.
      </StatePage>
    </SimpleFrame>
  )
}

export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.notFound,
  component: NotFoundPage,
})
