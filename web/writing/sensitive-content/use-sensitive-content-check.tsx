import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { CareMissing } from '#web/writing/sensitive-content/CheckNotLoaded.tsx'
import { loadOnce } from '#web/kit/load-once.ts'
import { onIdleOnce } from '#web/platform/live/idle.ts'

/** The check and what shows its findings. A composer fetches it before it opens. */
export const loadCheck = loadOnce(async () => {
  const [{ findSensitiveContent }, { default: CareNotice }] = await Promise.all([
    import('#shared/sensitive-content.ts'),
    import('#web/writing/sensitive-content/SensitiveContentNotice.tsx'),
  ])
  return { findSensitiveContent, CareNotice }
})

/** Asked for again while somebody writes, should it not have come. */
const prepareCare = onIdleOnce(loadCheck)

/** Paragraph by paragraph, without what is quoted and whom a mention names: that stands in the house already. */
function ownWords(html: string, topic: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const known of body.querySelectorAll('blockquote, [data-mention-id]')) known.remove()
  return [topic, ...[...body.querySelectorAll('p')].map((paragraph) => paragraph.textContent)].join('\n')
}

/**
 * A look at a text before it leaves, on this device: it asks once. `allows` is true when the text may go; otherwise
 * it is looked at first, and `form` is submitted again when there is nothing to ask or the writer says so. A text that
 * cannot be looked at stays here until it can be, or until its writer decides to send it unchecked.
 */
export function useSensitiveContentCheck(form: RefObject<HTMLFormElement | null>) {
  const [notice, setNotice] = useState<ReactNode>(null)
  const settled = useRef<string | null>(null)
  const isLooking = useRef(false)

  // Later, because a browser ignores a form that is submitted again while its submit event is handled, and the check
  // is usually here already.
  const submit = () => void setTimeout(() => form.current?.requestSubmit())
  // Called with every change: what the look needs comes while one writes.
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
