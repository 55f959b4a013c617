import { useState } from 'react'
import { WithdrawPeerDocument } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import type { DocumentPlace } from '#web/features/documents/document-search.ts'
import { DOCUMENT_KEYS, type DocumentView } from '#web/features/documents/documents.queries.ts'
import { ChangeList, DiscussedIn } from '#web/features/documents/document/DiscussedIn.tsx'
import { NewVersion } from '#web/features/documents/document/NewVersion.tsx'
import styles from '#web/features/documents/Documents.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  document: DocumentView
  place: DocumentPlace
}

export function DocumentSide({ document, place }: Props) {
  const { uploader, company, is_anonymous, networks, is_watermarked, state } = document
  const compared = comparedVersions(document, place)
  const names = networks.map(({ display_name }) => display_name).join(', ')
  return (
    <>
      <Versions document={document} place={place} />
      {compared && <ChangeList id={document.id} from={compared.from} to={compared.to} place={place} />}
      <SideNote title="Shared by">
        {uploader ? (
          <div className={styles.item}>
            <span className={styles.person}>
              <Avatar person={uploader} />
              <PersonLink person={uploader} />
            </span>
            <p className={styles.facts}>{[uploader.title, company].filter(Boolean).join(', ')}</p>
          </div>
        ) : (
          <p className={styles.para}>
            {is_anonymous ? `A member of ${names}, without their name.` : 'A former member.'}
          </p>
        )}
      </SideNote>
      <SideNote title="Who can open this">
        <p className={styles.para}>
          Members of {names}, and of networks that may read its documents.
          {is_watermarked && ' Pages and downloads carry your name, the day, and the hour.'}
        </p>
      </SideNote>
      <DiscussedIn discussions={document.discussed_in} />
      {document.is_own && state !== 'withdrawn' && <OwnActs document={document} />}
    </>
  )
}

/** The versions whose changes are shown; undefined in other views. */
function comparedVersions({ url, version, versions }: DocumentView, { view, from, version: asked }: DocumentPlace) {
  const to = asked ?? version?.number
  const older = from ?? versions.find(({ number }) => to !== undefined && number < to)?.number
  return view === 'changes' && url !== null && to !== undefined && older !== undefined ? { from: older, to } : undefined
}

/** Exactly two versions are compared. */
function Versions({ document: { id, versions, url }, place }: Props) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly number[]>(() => versions.slice(0, 2).map(({ number }) => number))
  const choose = (number: number) =>
    setChosen((known) =>
      known.includes(number) ? known.filter((each) => each !== number) : [...known, number].slice(-2),
    )
  const [from, to] = chosen.toSorted((a, b) => a - b)
  const isComparable = url !== null && versions.length > 1
  return (
    <SideNote title="Versions">
      <ul className={styles.versions}>
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            path={url === null ? null : `${ROUTES.peerDocuments}/${id}`}
            isText={place.view === 'text'}
            choice={isComparable ? { isChosen: chosen.includes(version.number), choose } : null}
          />
        ))}
      </ul>
      {isComparable && (
        <Button
          disabled={chosen.length !== 2}
          onClick={() =>
            void navigate({
              to: `${ROUTES.peerDocuments}/${id}`,
              search: { view: 'changes', from, version: to } as never,
              replace: true,
            })
          }
        >
          {chosen.length === 2 ? `Compare ${from} with ${to}` : 'Choose two versions'}
        </Button>
      )}
    </SideNote>
  )
}

interface VersionProps {
  version: DocumentView['versions'][number]
  /** Null while the viewer may not open it. */
  path: string | null
  isText: boolean
  /** Null if there is nothing to compare. */
  choice: { isChosen: boolean; choose: (number: number) => void } | null
}

function VersionRow({ version, path, isText, choice }: VersionProps) {
  const { time_zone } = useUser()
  const { number, note, date_uploaded, is_current, is_approved } = version
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        {choice ? (
          <Checkbox label={`Version ${number}`} checked={choice.isChosen} onChange={() => choice.choose(number)} />
        ) : (
          <strong>Version {number}</strong>
        )}
        {is_current ? (
          <span className={styles.facts}>Current</span>
        ) : (
          path !== null && (
            <Link
              to={path}
              search={{ ...(isText && { view: 'text' }), version: number }}
              aria-label={`Open version ${number}`}
            >
              Open
            </Link>
          )
        )}
      </div>
      <p className={styles.facts}>
        {[dayOf(date_uploaded, time_zone), note, !is_approved && 'In review'].filter(Boolean).join('. ')}
      </p>
    </li>
  )
}

function OwnActs({ document }: { document: DocumentView }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isPending } = useCommand(WithdrawPeerDocument, {
    invalidate: DOCUMENT_KEYS,
    success: 'Withdrawn. Only staff and you can open it',
    onSuccess: () => setAsking(false),
  })
  return (
    <SideNote title="Your document">
      {document.state !== 'refused' && <NewVersion document={document} />}
      {isAsking ? (
        <ConfirmForm
          question="Withdraw this document? Members can no longer find or open it."
          confirm="Withdraw"
          isPending={isPending}
          onConfirm={() => void run({ id: document.id })}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button look="bare" onClick={() => setAsking(true)}>
          Withdraw
        </Button>
      )}
    </SideNote>
  )
}
