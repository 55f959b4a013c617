import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { loadOnce } from '#web/kit/load-once.ts'

/**
 * A part that answers an act, such as the editor behind a field. It is fetched when somebody comes near, and drawn with
 * the act when it is here; until then `meanwhile` stands in its place. React's `lazy` always shows that first, also for
 * what was fetched long ago, and then keeps it for 300 ms: too long for anyone who clicks to write.
 *
 * What cannot be fetched is carried like a lost connection: said in its place, and asked for when there is one again. It
 * never throws, because that would take away the page in which somebody writes.
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
  /** What could not be fetched now is asked for again when it is drawn. */
  const prepare = () => void fetch().catch(() => undefined)
  return Object.assign(Ahead, { prepare })
}
