/**
 * Loads a module on demand, once. A browser that failed once to import a module does not request it again before the
 * page is reloaded, so do not import while offline: then the next try can succeed.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | undefined
  return () => {
    if (!part && navigator.onLine === false) return Promise.reject(new Error('Can’t connect.'))
    return (part ??= load())
  }
}

/** At once unless offline. */
export const whenOnline = async (): Promise<unknown> =>
  navigator.onLine === false && new Promise((resolve) => addEventListener('online', resolve, { once: true }))
