import { useEffect } from 'react'
import { lazyOrNothing } from '#web/kit/after-first-view.tsx'
import { clearOfflineCache, STORAGE_KEYS, outboxKey, readString } from '#web/platform/storage/local-storage.ts'
import { useUser } from '#web/platform/session/session.ts'

const Tours = lazyOrNothing(() => import('#web/features/onboarding/Tours.tsx'))
const Outbox = lazyOrNothing(() => import('#web/features/discussions/reply/ResumeOutbox.tsx'))

/** What every page of the main layout can wait for. */
export default function DeferredFeatures() {
  const { id } = useUser()
  useEffect(() => {
    // What is kept there to be read without a connection was kept by another member.
    if (readString(STORAGE_KEYS.offline) !== String(id)) clearOfflineCache()
  }, [id])
  return (
    <>
      {readString(outboxKey(id)) !== null && <Outbox />}
      <Tours />
    </>
  )
}
