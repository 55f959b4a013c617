import { useEffect, useState } from 'react'

type ActivePolls = typeof import('#web/features/discussions/polls/ActivePolls.tsx').default

/** Loaded when the feed shows only polls. */
export function LazyActivePolls({ now }: { now: number }) {
  const [ActivePolls, setActivePolls] = useState<ActivePolls>()
  useEffect(() => {
    import('#web/features/discussions/polls/ActivePolls.tsx').then(
      (loaded) => setActivePolls(() => loaded.default),
      () => undefined,
    )
  }, [])
  return ActivePolls && <ActivePolls now={now} />
}
