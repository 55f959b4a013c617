import { useQuery } from '@tanstack/react-query'
import type { LegalKind } from '#shared/legal-documents.ts'
import { legalQuery } from '#web/features/onboarding/onboarding.queries.ts'
import styles from '#web/features/onboarding/Steps.module.css'

/** Change notes by staff, for members who accepted an earlier version. */
export const LegalChanges = ({ kinds }: { kinds: readonly LegalKind[] }) => (
  <ul className={styles.changes}>
    {kinds.map((kind) => (
      <Change key={kind} kind={kind} />
    ))}
  </ul>
)

function Change({ kind }: { kind: LegalKind }) {
  const document = useQuery(legalQuery(kind)).data?.legal_document
  if (!document?.change_note) return null
  return (
    <li>
      <p className="t-meta">
        {document.title}, version {document.version}
      </p>
      <p className="t-reply">{document.change_note}</p>
    </li>
  )
}
