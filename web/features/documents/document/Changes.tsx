import { useQuery } from '@tanstack/react-query'
import type { ChangedPart } from '#shared/documents.ts'
import { changesQuery } from '#web/features/documents/documents.queries.ts'
import styles from '#web/features/documents/document/Document.module.css'
import { ListFailed } from '#web/features/documents/list/ListStates.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'

const counted = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** What was inserted and removed between two versions: marked by color, by line and in words. */
export function Changes({ id, from, to }: { id: number; from: number; to: number }) {
  const { data, isError, refetch } = useQuery(changesQuery(id, from, to))
  if (isError) return <ListFailed title="We couldn’t compare the versions" onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  if (data.message !== null)
    return (
      <StatePage title="These versions can’t be compared">
        <p>{data.message}</p>
      </StatePage>
    )
  const changes = data.parts.filter(({ kind }) => kind !== 'same').length
  return (
    <div className={styles.desk}>
      <p role="status">
        {counted(changes)} between version {from} and version {to}
      </p>
      <div className={styles.paper}>
        <div className={styles.text}>
          {data.parts.map((part, index) => (
            <p key={index}>
              <Part part={part} />
            </p>
          ))}
        </div>
      </div>
    </div>
  )
}

function Part({ part: { kind, text, words } }: { part: ChangedPart }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  if (kind === 'same' || !words) return text
  return words.map((word, index) =>
    word.kind === 'added' ? (
      <ins key={index}>{word.text}</ins>
    ) : word.kind === 'removed' ? (
      <del key={index}>{word.text}</del>
    ) : (
      word.text
    ),
  )
}
