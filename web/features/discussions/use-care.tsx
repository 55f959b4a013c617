import { useRef, useState, type RefObject } from 'react'
import type { CareFinding } from '#shared/care.ts'
import { ahead } from '#web/kit/ahead.tsx'
import { onceIdle } from '#web/platform/idle.ts'

const loadCare = () => import('#shared/care.ts')
const CareNotice = ahead(() => import('#web/features/discussions/CareNotice.tsx'))

/** Fetched while somebody writes, so that the look itself takes no time and needs no connection. */
const prepareCare = onceIdle(loadCare)

/** Paragraph by paragraph, without what is quoted and whom a mention names: that stands in the house already. */
function ownWords(html: string, topic: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const known of body.querySelectorAll('blockquote, [data-mention-id]')) known.remove()
  return [topic, ...[...body.querySelectorAll('p')].map((paragraph) => paragraph.textContent)].join('\n')
}

/**
 * A look at a text before it leaves, on this device: it asks once. `allows` is true when the text may go; otherwise
 * it is looked at first, and `form` is submitted again when there is nothing to ask or the writer says so.
 */
export function useCare(form: RefObject<HTMLFormElement | null>) {
  const [findings, setFindings] = useState<CareFinding[]>([])
  const settled = useRef<string | null>(null)
  const isLooking = useRef(false)

  const allows = (html: string, topic = ''): boolean => {
    const text = ownWords(html, topic)
    if (settled.current === text) return true
    if (isLooking.current) return false
    isLooking.current = true
    void loadCare()
      .then(({ careFindings }) => careFindings(text))
      // Who cannot fetch it can hardly send either; the text then waits in the outbox.
      .catch((): CareFinding[] => [])
      .then((found) => {
        isLooking.current = false
        settled.current = text
        setFindings(found)
        if (found.length === 0) form.current?.requestSubmit()
      })
    return false
  }
  // Called with every change: what the look needs comes while one writes.
  const forget = () => {
    prepareCare()
    setFindings((known) => (known.length === 0 ? known : []))
  }
  const notice = findings.length > 0 && (
    <CareNotice
      findings={findings}
      onPost={() => {
        forget()
        form.current?.requestSubmit()
      }}
      onChange={forget}
    />
  )
  return { allows, notice, forget }
}
