const turns = new Map<string, Promise<unknown>>()

/** Runs the work of one key in sequence, also after a failure, for what must not overtake an earlier request. */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const next = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(
    key,
    next.catch(() => undefined),
  )
  return next
}

/** Whether work of this key was started on this page. */
export const hasStarted = (key: string): boolean => turns.has(key)
