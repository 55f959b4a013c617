import { useEffect } from 'react'
import { later } from '#web/kit/Later.tsx'
import { forgetOffline, LOCAL_KEYS, outboxKey, readLocal } from '#web/platform/local.ts'
import { useUser } from '#web/platform/session.ts'

const Tours = later(() => import('#web/features/onboarding/Tours.tsx'))
const Outbox = later(async () => ({ default: (await import('#web/features/discussions/replies.ts')).Outbox }))

/** What every page of the main layout can wait for. */
export default function Afterwards() {
  const { id } = useUser()
  useEffect(() => {
    // What is kept there to be read without a connection was kept by another member.
    if (readLocal(LOCAL_KEYS.offline) !== String(id)) forgetOffline()
  }, [id])
  return (
    <>
      {readLocal(outboxKey(id)) !== null && <Outbox />}
      <Tours />
    </>
  )
}
