/**
 * A part that is fetched when it is needed. A browser that failed once to import a module does not ask for it again
 * before the page is reloaded, so without a connection none is asked for: then the next try can succeed.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | undefined
  return () => {
    if (!part && navigator.onLine === false) return Promise.reject(new Error('Can’t connect.'))
    return (part ??= load())
  }
}
