import { useEffect, useState } from 'react'

type ActivePolls = typeof import('#web/features/discussions/ActivePolls.tsx').default

/** Loaded where the feed shows polls only. */
export function ActivePollsPlace({ now }: { now: number }) {
  const [ActivePolls, setActivePolls] = useState<ActivePolls>()
  useEffect(() => {
    void import('#web/features/discussions/ActivePolls.tsx').then((loaded) => setActivePolls(() => loaded.default))
  }, [])
  return ActivePolls && <ActivePolls now={now} />
}
