/**
 * The end of the home page, loaded after the first view: what the member gave, how their membership stands, and what we
 * ask of them.
 */
import { useState } from 'react'
import { GivenNote } from '#web/features/home/GivenNote.tsx'
import styles from '#web/features/home/Home.module.css'
import { StandingLine } from '#web/features/membership/StandingLine.tsx'
import { Alerts } from '#web/features/onboarding/Alerts.tsx'
import { Checklist } from '#web/features/onboarding/guides/Checklist.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'

export default function Standing() {
  const { onboarding_checklist_completed } = useUser()
  const [isOpen, setOpen] = useState(
    () => !onboarding_checklist_completed && readString(STORAGE_KEYS.closedOnboardingChecklist) === null,
  )
  return (
    <>
      <div className={styles.pair}>
        <GivenNote />
        <StandingLine />
      </div>
      <div className={styles.notices}>
        {isOpen && <Checklist onClosed={() => setOpen(false)} />}
        <Alerts />
      </div>
    </>
  )
}
