import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { loadOnce } from '#web/kit/loading/load-once.ts'

/**
 * A lazy component that responds to an action, such as the editor behind a field. It is prefetched when the user comes
 * near, and renders synchronously if it has loaded; until then `meanwhile` renders in its place. React's `lazy` always
 * shows the fallback first, even for a module loaded long ago, and then keeps it for 300 ms: too long for a user who
 * clicks to write.
 *
 * A failed load is handled like a lost connection: the error shows in its place, and the load is retried when the
 * connection returns. It never throws, because an error boundary would remove the page in which the user is writing.
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Part: ComponentType<Props> | undefined
  const loaded = loadOnce(load)
  const fetch = async () => {
    Part = (await loaded()).default
  }

  function Ahead({ meanwhile = null, ...props }: Props & { meanwhile?: ReactNode }) {
    const [isMissed, setMissed] = useState<boolean>()
    const isHere = Part !== undefined
    useEffect(() => {
      if (isHere) return
      const ask = () =>
        void fetch().then(
          () => setMissed(false),
          () => setMissed(true),
        )
      ask()
      addEventListener('online', ask)
      return () => removeEventListener('online', ask)
    }, [isHere])
    if (Part) return <Part {...(props as unknown as Props)} />
    return (
      <>
        {meanwhile}
        {isMissed && (
          <p role="status">
            This didn’t load.{' '}
            {navigator.onLine ? 'Reload the page: your drafts are saved.' : 'It will open when you’re back online.'}
          </p>
        )}
      </>
    )
  }
  /** If this fails, rendering the component loads it again. */
  const prepare = () => void fetch().catch(() => undefined)
  return Object.assign(Ahead, { prepare })
}
