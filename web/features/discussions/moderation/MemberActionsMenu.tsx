/** Rare actions on a member: report to staff, block. */
import { useState } from 'react'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { BlockForm } from '#web/features/discussions/moderation/BlockForm.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/discussions/moderation/ThreadMenu.module.css'
import { ReportForm } from '#web/features/discussions/moderation/ReportForm.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  person: { id: number; name: string }
  onClose: () => void
}

export function MemberActionsMenu({ person, onClose }: Props) {
  const { is_staff } = useUser()
  const [place, setPlace] = useState<'choice' | 'report' | 'block'>('choice')
  return (
    <Dialog labelledBy="more-title" onClose={onClose}>
      {(close) => (
        <>
          {place === 'choice' && (
            <>
              <h2 id="more-title" className="t-section">
                Options for {person.name}
              </h2>
              <ul className={styles.choices}>
                <li>
                  <button type="button" autoFocus onClick={() => setPlace('report')}>
                    Report to staff
                  </button>
                </li>
                <li>
                  <button type="button" onClick={() => setPlace('block')}>
                    Block {person.name}
                  </button>
                </li>
                {is_staff && (
                  <li>
                    <Link to={`${STAFF_ROUTES.members}/${person.id}`}>Open the account (staff)</Link>
                  </li>
                )}
              </ul>
              <Button look="bare" onClick={close}>
                Close
              </Button>
            </>
          )}
          {place === 'report' && (
            <ReportForm about={{ type: 'member', id: person.id, words: person.name }} isOwn={false} onClose={close} />
          )}
          {place === 'block' && <BlockForm person={person} onClose={close} />}
        </>
      )}
    </Dialog>
  )
}
