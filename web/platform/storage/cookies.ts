/** Stores a choice that the server needs before it renders: a cookie for one year. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}

export function readCookie(name: string, cookies = document.cookie): string | null {
  for (const pair of cookies.split('; ')) {
    const [key, value = ''] = pair.split(/=(.*)/s, 2)
    if (key !== name) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}
