/** What a page does that a link in an email opens: it sends one POST after a click, without signing in. */
import { useState } from 'react'

export type LinkState<Data> = 'asking' | 'sending' | 'unknown' | 'failed' | { done: Data }

/** `run` resolves to the data of the response; undefined if the link is unknown or the request failed. */
export function useEmailLink<Data>(path: string) {
  const [state, setState] = useState<LinkState<Data>>('asking')
  const run = async (body?: object): Promise<Data | undefined> => {
    setState('sending')
    try {
      const response = await fetch(path, {
        method: 'POST',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      if (!response.ok) {
        setState(response.status === 404 ? 'unknown' : 'failed')
        return undefined
      }
      const { data } = (await response.json()) as { data: Data }
      setState({ done: data })
      return data
    } catch {
      setState('failed')
      return undefined
    }
  }
  return { state, run }
}
