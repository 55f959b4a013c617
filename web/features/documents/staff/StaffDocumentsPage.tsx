import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ApprovePeerDocument,
  AskForDocumentChanges,
  ModerateDocumentRequest,
  RefusePeerDocument,
  RevealDocumentSubmitter,
} from '#api/operations.ts'
import {
  DOCUMENT_STATE_LABELS,
  DOCUMENT_STATES,
  DOCUMENT_TYPES,
  REASON_LENGTH,
  type DocumentState,
} from '#shared/documents.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { sharedBy } from '#web/features/documents/document-texts.ts'
import { fileFacts } from '#web/media/file-facts.ts'
import {
  DOCUMENT_KEYS,
  keptQuery,
  staffRequestsQuery,
  type OwnDocument,
  type WantedDocument,
} from '#web/features/documents/documents.queries.ts'
import { EditDocumentForm } from '#web/features/documents/staff/EditDocumentForm.tsx'
import { ListFailed, RowSkeletons } from '#web/features/documents/list/ListStates.tsx'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { DOCUMENTS_PAGE } from '#shared/documents.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff read submissions, decide about them, and edit what is published. */
export function StaffDocumentsPage() {
  const [state, setState] = useState<DocumentState | ''>('pending')
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery(keptQuery(state || undefined, offset))
  const page = data?.staff_documents
  return (
    <StaffPage title="Documents" lede="Every decision is recorded in the staff log. Submitters see the reason.">
      <Requests />
      <Section title="Documents of members">
        <div className={styles.filters}>
          <SelectMenu
            label="State"
            className={styles.filter}
            hidesLabel
            none="All states"
            value={state}
            options={DOCUMENT_STATES.map((value) => ({ value, label: DOCUMENT_STATE_LABELS[value] }))}
            onChange={(next) => {
              setState(next as DocumentState | '')
              setOffset(0)
            }}
          />
        </div>
        {isError && !page && <ListFailed title="We couldn’t load the documents" onRetry={() => void refetch()} />}
        {!page && !isError && <RowSkeletons />}
        {page?.count === 0 && <p className={styles.note}>Nothing here.</p>}
        <ul>
          {page?.items.map((document) => (
            <StaffRow key={document.id} document={document} />
          ))}
        </ul>
        {page && page.count > DOCUMENTS_PAGE && (
          <div className={styles.buttons}>
            <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - DOCUMENTS_PAGE))}>
              Newer
            </Button>
            <Button disabled={offset + DOCUMENTS_PAGE >= page.count} onClick={() => setOffset(offset + DOCUMENTS_PAGE)}>
              Older
            </Button>
          </div>
        )}
      </Section>
    </StaffPage>
  )
}

type Act = 'refuse' | 'changes' | 'reveal' | 'edit'
const ASKED = {
  refuse: { question: 'Refuse this document? It is not shown to members.', confirm: 'Refuse' },
  changes: { question: 'Ask the submitter for changes?', confirm: 'Ask for changes' },
  reveal: { question: 'Look up who submitted this? Your name and the reason are recorded.', confirm: 'Show the name' },
} as const

function useActs(onDone: () => void) {
  const how = (success: string) => ({
    invalidate: DOCUMENT_KEYS,
    success,
    onSuccess: onDone,
    onError: 'show' as const,
  })
  const [name, setName] = useState<string>()
  const approve = useCommand(ApprovePeerDocument, { ...how('Published. Members can open it'), onError: 'toast' })
  const refuse = useCommand(RefusePeerDocument, how('Refused'))
  const changes = useCommand(AskForDocumentChanges, how('Sent to the submitter'))
  const reveal = useCommand(RevealDocumentSubmitter, {
    onError: 'show',
    onSuccess: ({ revealDocumentSubmitter: found }) => {
      setName(found?.submitter?.name)
      onDone()
    },
  })
  return { approve, refuse, changes, reveal, name }
}

function StaffRow({ document }: { document: OwnDocument }) {
  const { time_zone } = useUser()
  const [act, setAct] = useState<Act | null>(null)
  const { approve, name, ...commands } = useActs(() => setAct(null))
  const { id, title, state, type, date_uploaded, version, reason, is_version_waiting } = document
  const asked = act !== null && act !== 'edit' ? ASKED[act] : undefined
  const command = act !== null && act !== 'edit' ? commands[act] : undefined
  return (
    <li className={styles.staffRow}>
      <h3 className={styles.name}>
        <Link to={`${ROUTES.peerDocuments}/${id}`}>{title}</Link>
      </h3>
      <p className={styles.facts}>
        {[
          DOCUMENT_STATE_LABELS[state],
          is_version_waiting && 'New version in review',
          DOCUMENT_TYPES[type],
          version && fileFacts(version.file),
          sharedBy(document),
          document.networks.map(({ display_name }) => display_name).join(', '),
          dayOf(date_uploaded, time_zone),
        ]
          .filter(Boolean)
          .join('. ')}
      </p>
      {reason && <p className={styles.facts}>Reason: {reason}</p>}
      {name && (
        <p role="status" className={styles.note}>
          Submitted by {name}.
        </p>
      )}
      <KeptActs document={document} act={act} onAct={setAct} approve={approve} />
      {asked && command && (
        <ConfirmForm
          question={asked.question}
          confirm={asked.confirm}
          reason={{ label: 'Reason', max: REASON_LENGTH, required: 'Enter a short reason.' }}
          isPending={command.isPending}
          problem={command.error && errorMessage(command.error)}
          onConfirm={(given) => void command.run({ id, reason: given })}
          onCancel={() => setAct(null)}
        />
      )}
      {act === 'edit' && <EditDocumentForm document={document} onClose={() => setAct(null)} />}
    </li>
  )
}

interface KeptActsProps {
  document: OwnDocument
  act: Act | null
  onAct: (act: Act | null) => void
  approve: ReturnType<typeof useActs>['approve']
}

function KeptActs({ document, act, onAct: setAct, approve }: KeptActsProps) {
  const { id, title, state, is_anonymous, is_version_waiting } = document
  return (
    <div className={styles.buttons}>
      {(state !== 'approved' || is_version_waiting) && state !== 'withdrawn' && (
        <Button disabled={approve.isPending} aria-label={`Approve ${title}`} onClick={() => void approve.run({ id })}>
          Approve
        </Button>
      )}
      {state === 'pending' && (
        <Button aria-label={`Ask for changes to ${title}`} onClick={() => setAct('changes')}>
          Ask for changes
        </Button>
      )}
      {state !== 'refused' && state !== 'withdrawn' && (
        <Button aria-label={`Refuse ${title}`} onClick={() => setAct('refuse')}>
          Refuse
        </Button>
      )}
      <Button
        aria-label={`Edit ${title}`}
        aria-expanded={act === 'edit'}
        onClick={() => setAct(act === 'edit' ? null : 'edit')}
      >
        Edit
      </Button>
      {is_anonymous && (
        <Button look="bare" aria-label={`Look up who submitted ${title}`} onClick={() => setAct('reveal')}>
          Look up submitter
        </Button>
      )}
    </div>
  )
}

function Requests() {
  const { data, isError, refetch } = useQuery(staffRequestsQuery)
  const waiting = data?.staff_document_requests.filter(({ moderated_date }) => moderated_date === null)
  return (
    <Section title="Requests in review">
      {isError && !data && <ListFailed title="We couldn’t load the requests" onRetry={() => void refetch()} />}
      {waiting?.length === 0 && <p className={styles.note}>No request is waiting.</p>}
      <ul>
        {waiting?.map((request) => (
          <StaffRequest key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}

function StaffRequest({ request: { id, document_title, request, requester } }: { request: WantedDocument }) {
  const { run, isPending } = useCommand(ModerateDocumentRequest, {
    invalidate: DOCUMENT_KEYS,
    success: (_, { approve }) => (approve ? 'Shown to members' : 'Refused'),
  })
  return (
    <li className={styles.staffRow}>
      <h3 className={styles.name}>{document_title}</h3>
      <p>{request}</p>
      <p className={styles.facts}>{requester?.name}</p>
      <div className={styles.buttons}>
        <Button
          disabled={isPending}
          aria-label={`Approve the request ${document_title}`}
          onClick={() => void run({ id, approve: true })}
        >
          Approve
        </Button>
        <Button
          disabled={isPending}
          aria-label={`Refuse the request ${document_title}`}
          onClick={() => void run({ id, approve: false })}
        >
          Refuse
        </Button>
      </div>
    </li>
  )
}
