import { ROUTES } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'

/** For unknown paths, and for records that are missing or not visible to the viewer: all look the same. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <PlainPage>
      <StatePage
        level={1}
        title="Page not found"
        actions={
          <ButtonLink look="filled" href={ROUTES.feed}>
            Go to Discussions
          </ButtonLink>
        }
      >
        It may have been moved or removed, or you may not have access to it.
      </StatePage>
    </PlainPage>
  )
}
