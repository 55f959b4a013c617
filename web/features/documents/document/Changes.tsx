import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangedPart } from '#shared/documents.ts'
import { counted } from '#shared/kit/text.ts'
import { changesQuery } from '#web/features/documents/documents.queries.ts'
import { numberedChanges } from '#web/features/documents/document/change-texts.ts'
import styles from '#web/features/documents/document/Document.module.css'
import { ListFailed } from '#web/features/documents/list/ListStates.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'

interface Props {
  id: number
  from: number
  to: number
  /** Of the address: the change to show. */
  change: number | undefined
}

/** What was inserted and removed between two versions: marked by color, by line and in words. */
export function Changes({ id, from, to, change }: Props) {
  const { data, isError, refetch } = useQuery(changesQuery(id, from, to))
  if (isError) return <ListFailed title="We couldn’t compare the versions" onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="most" />
  if (data.message !== null)
    return (
      <StatePage title="These versions can’t be compared">
        <p>{data.message}</p>
      </StatePage>
    )
  return (
    <Redline key={`${from} ${to}`} parts={data.parts} between={`version ${from} and version ${to}`} asked={change} />
  )
}

function Redline({ parts, between, asked }: { parts: ChangedPart[]; between: string; asked: number | undefined }) {
  const changes = numberedChanges(parts)
  const numbers = new Map(changes.map(({ index, number }) => [index, number]))
  const desk = useRef<HTMLDivElement>(null)
  const { current, turn } = useTurning(changes.length, asked)
  useEffect(() => {
    if (current === 0) return
    const shown = desk.current?.querySelector<HTMLElement>(`[data-change="${current}"]`)
    shown?.scrollIntoView({ block: 'center' })
  }, [current])
  return (
    <>
      {changes.length > 0 && (
        <div className={styles.changeBar}>
          <Button look="bare" disabled={current <= 1} onClick={() => turn(-1)} aria-keyshortcuts="Alt+ArrowUp">
            <IconArrowUp size={17} stroke={1.6} aria-hidden /> Previous
          </Button>
          <span role="status">
            {current === 0 ? counted(changes.length, 'change') : `Change ${current} of ${changes.length}`}
          </span>
          <Button
            look="bare"
            disabled={current >= changes.length}
            onClick={() => turn(1)}
            aria-keyshortcuts="Alt+ArrowDown"
          >
            <IconArrowDown size={17} stroke={1.6} aria-hidden /> Next
          </Button>
        </div>
      )}
      <div ref={desk} className={styles.desk}>
        <p role="status">
          {counted(changes.length, 'change')} between {between}
        </p>
        <div className={styles.paper}>
          <div className={styles.text}>
            {parts.map((part, index) => (
              <p
                key={index}
                data-change={numbers.get(index)}
                data-current={numbers.get(index) === current || undefined}
              >
                <Part part={part} />
              </p>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

/** From change to change, by buttons or by Alt and an arrow. The address says with which one to begin. */
function useTurning(last: number, asked: number | undefined) {
  const within = (number: number) => Math.min(Math.max(number, 1), last)
  const [current, setCurrent] = useState(asked === undefined ? 0 : within(asked))
  useEffect(() => {
    if (asked !== undefined) setCurrent(Math.min(asked, last))
  }, [asked, last])
  const turn = (by: 1 | -1) => setCurrent((known) => (last === 0 ? 0 : within(known + by)))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !/^Arrow(Up|Down)$/.test(event.key)) return
    event.preventDefault()
    turn(event.key === 'ArrowDown' ? 1 : -1)
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { current, turn }
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
