/** The pages stored for reading offline belong to a session and are deleted with it. */
export function clearOfflineCache(): void {
  if ('caches' in globalThis) void caches.delete('offline').catch(() => {})
}
