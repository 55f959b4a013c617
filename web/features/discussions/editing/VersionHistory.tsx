import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { GetMessageVersions } from '#api/operations.ts'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/discussions/editing/EditPanel.module.css'
import type { PanelProps } from '#web/features/discussions/editing/edit-mode.ts'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

/** Earlier versions of a message, newest first. The current version is not repeated. */
export function VersionHistory({ message, viewer, onClose }: PanelProps) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery({
    ...operationQuery(GetMessageVersions, { message_id: message.id }),
    staleTime: 0,
  })
  const now = useNow(dataUpdatedAt)
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  const versions = data?.message_versions ?? []
  const last = versions.at(-1)
  const when = (date: string) => (
    <time dateTime={date} title={longDate(date, viewer.time_zone)}>
      {agoOf(date, viewer.time_zone, now)}
    </time>
  )
  return (
    <section
      ref={region}
      tabIndex={-1}
      className={styles.versions}
      aria-label="Earlier versions"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p className={styles.readers} role="status">
        {isError && 'We couldn’t load earlier versions.'}
        {data && !last && 'The earlier version isn’t shown.'}
        {last && (
          <>
            Edited by {last.edited_by.name}
            {last.edited_by.id !== message.sender_id && ' (staff)'}, {when(last.created_at)}. Earlier version:
          </>
        )}
      </p>
      <ol>
        {versions
          .slice(0, -1)
          .reverse()
          .map((version) => (
            <li key={version.version}>
              <p className={styles.readers}>
                {version.edited_by.name}, {when(version.created_at)}
              </p>
              {version.topic !== null && <p className="t-topic">{version.topic}</p>}
              <MessageHtml html={version.body} className="t-reply" />
            </li>
          ))}
      </ol>
      {isError && <Button onClick={() => void refetch()}>Try again</Button>}
      <Button look="bare" onClick={onClose}>
        Close
      </Button>
    </section>
  )
}
