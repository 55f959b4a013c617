/** What another app shares with this one, in the address of the feed: the manifest promises these parameters. */
export const SHARE_PARAMS = { title: 'shared_title', text: 'shared_text', url: 'shared_url' } as const

export interface SharedLink {
  title: string
  text: string
  /** Null if nothing that was shared is a web address. */
  url: string | null
}

const ADDRESS = /https?:\/\/[^\s<>"]+/

/** Reads what was shared, null if nothing was. Many apps put the address into the text. */
export function readSharedLink(search: URLSearchParams): SharedLink | null {
  const [title, text, given] = [SHARE_PARAMS.title, SHARE_PARAMS.text, SHARE_PARAMS.url].map((name) =>
    (search.get(name) ?? '').trim(),
  ) as [string, string, string]
  if (title === '' && text === '' && given === '') return null
  const url = ADDRESS.exec(given)?.[0] ?? ADDRESS.exec(text)?.[0] ?? null
  const words = (url === null ? text : text.replace(url, '')).trim()
  return { title, text: words === title ? '' : words, url }
}
