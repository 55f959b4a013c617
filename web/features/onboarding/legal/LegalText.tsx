import { useQuery } from '@tanstack/react-query'
import type { LegalSection } from '#shared/legal-texts.ts'
import type { LegalKind } from '#shared/legal-documents.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { legalQuery } from '#web/features/onboarding/onboarding.queries.ts'
import styles from '#web/features/onboarding/Steps.module.css'

/** The current text, with the version that the member accepts. */
export function LegalText({ kind }: { kind: LegalKind }) {
  const { data, isError, refetch } = useQuery(legalQuery(kind))
  const document = data?.legal_document
  if (!document && isError)
    return (
      <p role="alert">
        We couldn’t load this text. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  if (!document)
    return (
      <div aria-busy="true">
        <Skeleton shape="title" width="half" />
        <Skeleton />
        <Skeleton width="most" />
      </div>
    )
  return (
    <div className={styles.sections}>
      {(document.sections as LegalSection[]).map(({ title, paragraphs }, index) => (
        // Sections may repeat the same text, and the list never changes while shown, so use the index as key.
        <section key={index}>
          <h2 className="t-section">{title}</h2>
          {paragraphs.map((paragraph, at) => (
            <p key={at} className="t-reply">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <p className={`t-meta ${styles.caption}`}>
        Version {document.version}, in effect since {longDate(document.published_at).split(',')[0]}
      </p>
    </div>
  )
}
