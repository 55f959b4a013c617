/** URL queries as plain text: `?polls=1&area=4&area=9`. A repeated name is a list. */

export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {}
  const query = new URLSearchParams(text)
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name)
    search[name] = values.length === 1 ? values[0]! : values
  }
  return search
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') query.append(name, String(each))
    }
  }
  return query.size > 0 ? `?${query}` : ''
}
