import { counted } from '#shared/kit/text.ts'
import { useQuery } from '@tanstack/react-query'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { TrackPeerDocumentView } from '#api/operations.ts'
import { DOCUMENT_STATE_LABELS } from '#shared/documents.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import type { DocumentPlace } from '#web/features/documents/document-search.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import { documentQuery, downloadDocument, type DocumentView } from '#web/features/documents/documents.queries.ts'
import { DocumentBody } from '#web/features/documents/document/DocumentBody.tsx'
import { DocumentSide } from '#web/features/documents/document/DocumentSide.tsx'
import styles from '#web/features/documents/Documents.module.css'
import { ListFailed, RowSkeletons } from '#web/features/documents/list/ListStates.tsx'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { useUser } from '#web/platform/session/session.ts'

/** One document: its pages as pictures or text, its versions, and who can open it. */
export function DocumentPage({ id, place }: { id: number; place: DocumentPlace }) {
  const { data, isError, refetch } = useQuery(documentQuery(id))
  const document = data?.peer_document
  useTitle(document?.title ?? 'Document')
  if (document) return <Shown document={document} place={place} />
  return (
    <Page>
      <BackLink />
      {isError ? (
        <ListFailed level={1} title="We couldn’t load this document" onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <>
          <h1 className="visually-hidden">Document</h1>
          <RowSkeletons />
        </>
      ) : (
        <StatePage
          level={1}
          title="This document isn’t available"
          actions={
            <ButtonLink look="filled" href={ROUTES.peerDocuments}>
              All documents
            </ButtonLink>
          }
        >
          <p>It may have been withdrawn, or it belongs to another network.</p>
        </StatePage>
      )}
    </Page>
  )
}

function Shown({ document, place }: { document: DocumentView; place: DocumentPlace }) {
  const { time_zone } = useUser()
  const { id, title, url, state, description, date_uploaded, num_of_downloads, topics, geographies } = document
  useEffect(() => void execute(TrackPeerDocumentView, { peer_document_id: id }).catch(() => undefined), [id])
  const shown = document.versions.find(({ number }) => number === place.version) ?? document.version
  const current = document.versions.find(({ is_current }) => is_current)
  const file = document.version?.file
  return (
    <Page side={<DocumentSide document={document} place={place} />}>
      <Head document={document} version={shown?.number ?? 1} />
      <h1 className="t-page-title">{title}</h1>
      <p className={styles.lede}>
        {[
          file && fileFacts(file),
          `updated ${dayOf(date_uploaded, time_zone)}`,
          num_of_downloads > 0 && `downloaded ${counted(num_of_downloads, 'time')}`,
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      {state !== 'approved' && (
        <p className={styles.note} role="status">
          <b>{DOCUMENT_STATE_LABELS[state]}.</b> Only you and staff can see this document. {document.reason}
        </p>
      )}
      {current && shown && shown.number !== current.number && (
        <p className={styles.note} role="status">
          You are reading version {shown.number}. Version {current.number} is current.
        </p>
      )}
      {description && <p className={styles.note}>{description}</p>}
      <p className={styles.tags}>
        {[...topics, ...geographies].map(({ id: tag, name }) => (
          <span key={`${name} ${tag}`}>{name}</span>
        ))}
      </p>
      {url === null ? (
        <p className={styles.locked}>
          <IconLock size={17} stroke={1.6} aria-hidden />
          {document.available_from
            ? `You can open this from ${dayOf(document.available_from, time_zone)}.`
            : 'You can’t open this.'}
        </p>
      ) : (
        <DocumentBody document={document} place={place} version={shown?.number ?? 1} />
      )}
      <div className={styles.below}>
        <DocumentSide document={document} place={place} />
      </div>
    </Page>
  )
}

function Head({ document, version }: { document: DocumentView; version: number }) {
  const { id, title, url, is_bookmarked } = document
  const file = document.version?.file
  return (
    <div className={styles.head}>
      <BackLink />
      <div className={styles.headActs}>
        <BookmarkButton kind="PEER_DOCUMENT" id={id} isSaved={is_bookmarked} title={title} source="peer_documents" />
        {url !== null && file && <Download id={id} name={file.name} version={version} />}
      </div>
    </div>
  )
}

function Download({ id, name, version }: { id: number; name: string; version: number }) {
  const { run, isPending } = useCommand(() => downloadDocument({ id, name, version }))
  return (
    <Button look="filled" aria-disabled={isPending || undefined} onClick={() => void run()}>
      <IconDownload size={17} stroke={1.6} aria-hidden /> Download version {version}
    </Button>
  )
}
