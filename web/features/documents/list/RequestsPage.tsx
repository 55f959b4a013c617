import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RequestPeerDocument, WithdrawDocumentRequest } from '#api/operations.ts'
import { REQUEST_LENGTH, requestProblem, TITLE_LENGTH } from '#shared/documents.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import {
  DOCUMENT_KEYS,
  requestsQuery,
  searchQuery,
  useInvalidate,
  type WantedDocument,
} from '#web/features/documents/documents.queries.ts'
import { answerPath } from '#web/features/documents/list/DocumentNotes.tsx'
import { ListFailed, RowSkeletons } from '#web/features/documents/list/ListStates.tsx'
import styles from '#web/features/documents/Documents.module.css'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { useEffect, useState } from 'react'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const SUGGESTED = 3
const WAIT_MS = 300

/** What members look for, and the form to ask. */
export function RequestsPage({ title }: { title: string }) {
  useTitle('Document requests')
  const { data, isError, refetch } = useQuery(requestsQuery)
  const requests = data?.peer_document_requests
  const of = (isOwn: boolean) => requests?.filter(({ is_own }) => is_own === isOwn) ?? []
  return (
    <Page>
      <BackLink />
      <h1 className="t-page-title">Document requests</h1>
      <p className={styles.lede}>Members share most documents because someone asked.</p>
      <Section title="Members are looking for">
        {isError && !requests && <ListFailed title="We couldn’t load the requests" onRetry={() => void refetch()} />}
        {!requests && !isError && <RowSkeletons />}
        {requests && of(false).length === 0 && (
          <p className={styles.note}>No one is looking for a document right now.</p>
        )}
        <ul>
          {of(false).map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      </Section>
      <Section title="Request a document">
        <RequestForm title={title} />
      </Section>
      {of(true).length > 0 && (
        <Section title="Your requests">
          <ul>
            {of(true).map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

function RequestRow({ request }: { request: WantedDocument }) {
  const { time_zone } = useUser()
  const {
    id,
    document_title,
    request: text,
    requester,
    date_created,
    is_own,
    visible,
    moderated_date,
    matches,
  } = request
  const state = visible ? 'Shown to members' : moderated_date ? 'Not shown to members' : 'In review'
  const { run, isPending } = useCommand(WithdrawDocumentRequest, {
    invalidate: DOCUMENT_KEYS,
    success: 'Request deleted',
  })
  return (
    <li className={styles.item}>
      <h3>{document_title}</h3>
      <p className={styles.description}>{text}</p>
      <p className={styles.facts}>
        {is_own ? state : (requester?.name ?? 'A member')},{' '}
        <time dateTime={date_created}>{dayOf(date_created, time_zone)}</time>
      </p>
      {matches.map((document) => (
        <Link key={document.id} to={`${ROUTES.peerDocuments}/${document.id}`} className={styles.link}>
          {document.title}
        </Link>
      ))}
      <div className={styles.buttons}>
        {is_own ? (
          <Button
            look="bare"
            disabled={isPending}
            aria-label={`Delete the request ${document_title}`}
            onClick={() => void run({ id })}
          >
            Delete
          </Button>
        ) : (
          <ButtonLink href={answerPath(id)} aria-label={`I have one: ${document_title}`}>
            I have one
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function RequestForm({ title }: { title: string }) {
  const invalidate = useInvalidate()
  const form = useForm({
    initial: { document_title: title, request: '' },
    check: requestProblem,
    submit: async (asked) => {
      await execute(RequestPeerDocument, asked)
      await invalidate()
    },
    success: 'Request sent. Members see it when staff have approved it',
    onDone: () => form.reset({ document_title: '', request: '' }),
  })
  return (
    <form {...form.props} className={styles.form} aria-label="Request a document" noValidate>
      <Field
        label="Title of the document"
        maxLength={TITLE_LENGTH}
        autoComplete="off"
        {...form.field('document_title')}
      />
      <Existing title={form.values.document_title} />
      <TextAreaField
        label="What you need it for"
        maxLength={REQUEST_LENGTH}
        rows={3}
        hint="Members of your networks see this with your name once staff have approved it."
        {...form.field('request')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <SubmitButton isPending={form.isPending}>Send request</SubmitButton>
      </div>
    </form>
  )
}

/** What exists already, before a request is sent. */
function Existing({ title }: { title: string }) {
  const [words, setWords] = useState(title.trim())
  const look = useDebounced(() => setWords(title.trim()), { quietMs: WAIT_MS })
  useEffect(look, [title, look])
  const { data } = useInfiniteQuery({ ...searchQuery({ q: words }), enabled: words.length > 2 })
  const found = words.length > 2 ? (data?.pages[0]?.items.slice(0, SUGGESTED) ?? []) : []
  return (
    <div role="status">
      {found.length > 0 && (
        <>
          <p className={styles.facts}>These documents exist. Does one of them help?</p>
          <ul>
            {found.map(({ id, title: name }) => (
              <li key={id} className={styles.item}>
                <strong>
                  <Link to={`${ROUTES.peerDocuments}/${id}`}>{name}</Link>
                </strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
