import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A part that answers an act, such as the editor behind a field. It is fetched when somebody comes near, and drawn with
 * the act when it is here; until then `meanwhile` stands in its place. React's `lazy` always shows that first, also for
 * what was fetched long ago, and then keeps it for 300 ms: too long for whoever clicks to write.
 */
export function ahead<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Part: ComponentType<Props> | undefined
  const fetch = async () => {
    Part = (await load()).default
  }

  function Ahead({ meanwhile = null, ...props }: Props & { meanwhile?: ReactNode }) {
    const [, draw] = useState(false)
    const isHere = Part !== undefined
    useEffect(() => {
      if (isHere) return
      fetch().then(
        () => draw(true),
        // As `lazy` does: the page says that something failed.
        (error: unknown) =>
          draw(() => {
            throw error
          }),
      )
    }, [isHere])
    return Part ? <Part {...(props as unknown as Props)} /> : meanwhile
  }
  /** What could not be fetched now is asked for again when it is drawn. */
  const prepare = () => void fetch().catch(() => undefined)
  return Object.assign(Ahead, { prepare })
}
