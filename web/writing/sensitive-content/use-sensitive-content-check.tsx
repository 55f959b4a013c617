import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { CareMissing } from '#web/writing/sensitive-content/CheckNotLoaded.tsx'
import { loadOnce } from '#web/kit/loading/load-once.ts'
import { onIdleOnce } from '#web/platform/live/idle.ts'

/** Loads the check and the component for its findings. Composers preload it before they open. */
export const loadCheck = loadOnce(async () => {
  const [{ findSensitiveContent }, { default: CareNotice }] = await Promise.all([
    import('#shared/sensitive-content/sensitive-content.ts'),
    import('#web/writing/sensitive-content/SensitiveContentNotice.tsx'),
  ])
  return { findSensitiveContent, CareNotice }
})

/** Retried while the user writes, if it has not loaded. */
const prepareCare = onIdleOnce(loadCheck)

/**
 * The author's own text by paragraphs, without quotes and the names in mentions: those are already in the community.
 */
function ownWords(html: string, topic: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const known of body.querySelectorAll('blockquote, [data-mention-id]')) known.remove()
  return [topic, ...[...body.querySelectorAll('p')].map((paragraph) => paragraph.textContent)].join('\n')
}

/**
 * Checks a text on this device before it is sent, and asks once. `allows` returns true if the text may be sent;
 * otherwise the check runs first, and `form` is submitted again if there are no findings or the author confirms. A text
 * that cannot be checked is not sent until it can be, or until the author decides to send it unchecked.
 */
export function useSensitiveContentCheck(form: RefObject<HTMLFormElement | null>) {
  const [notice, setNotice] = useState<ReactNode>(null)
  const settled = useRef<string | null>(null)
  const isLooking = useRef(false)

  // Asynchronous, because a browser ignores a form that is submitted again during its submit event, and the check is
  // usually loaded already.
  const submit = () => void setTimeout(() => form.current?.requestSubmit())
  // Called on every change, so the check loads while the user writes.
  const forget = () => {
    prepareCare()
    setNotice(null)
  }
  const send = () => {
    forget()
    submit()
  }
  const look = async (text: string) => {
    const { findSensitiveContent, CareNotice } = await loadCheck()
    settled.current = text
    const findings = findSensitiveContent(text)
    setNotice(findings.length > 0 && <CareNotice findings={findings} onPost={send} onChange={forget} />)
    if (findings.length === 0) submit()
  }
  const allows = (html: string, topic = ''): boolean => {
    const text = ownWords(html, topic)
    if (settled.current === text) return true
    if (isLooking.current) return false
    isLooking.current = true
    const sendUnchecked = () => {
      settled.current = text
      send()
    }
    void look(text)
      .catch(() => setNotice(<CareMissing onCheck={submit} onSend={sendUnchecked} />))
      .finally(() => (isLooking.current = false))
    return false
  }
  return { allows, notice, forget }
}
