/** What is done seldom about a member: report them to staff, keep them away. */
import { useState } from 'react'
import { BlockForm } from '#web/features/discussions/BlockForm.tsx'
import styles from '#web/features/discussions/More.module.css'
import { ReportForm } from '#web/features/discussions/ReportForm.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'

interface Props {
  person: { id: number; name: string }
  onClose: () => void
}

export function MemberMore({ person, onClose }: Props) {
  const [place, setPlace] = useState<'choice' | 'report' | 'block'>('choice')
  return (
    <Dialog labelledBy="more-title" onClose={onClose}>
      {(close) => (
        <>
          {place === 'choice' && (
            <>
              <h2 id="more-title" className="t-section">
                About {person.name}
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
