import { LEGAL_PATHS, LEGAL_TITLES, type LegalKind } from '#shared/legal-documents.ts'
import { barePath } from '#shared/routes.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { LegalText } from '#web/features/onboarding/legal/LegalText.tsx'
import { useLocation } from '#web/platform/router/RouterProvider.tsx'

/** A legal document as a separate page, for members and prospective members. */
export function LegalPage() {
  const path = barePath(useLocation().pathname)
  const [kind] = (Object.entries(LEGAL_PATHS) as [LegalKind, string][]).find(([, at]) => at === path) ?? [
    'terms_of_use',
  ]
  useTitle(LEGAL_TITLES[kind])
  return (
    <>
      <h1 className="t-state-title">{LEGAL_TITLES[kind]}</h1>
      <LegalText kind={kind} />
    </>
  )
}
