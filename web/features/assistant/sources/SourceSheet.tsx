import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Version } from '#web/features/assistant/assistant.queries.ts'
import { useOpenedSource, type OpenedSource } from '#web/features/assistant/open-source.ts'
import { aboutSource, OpenLink, Passage, PrivateLine } from '#web/features/assistant/sources/SourceParts.tsx'
import styles from '#web/features/assistant/sources/Sources.module.css'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  answer: Version
  opened: OpenedSource
}

/** Where there is no side column, a source opens from below, with the previous and the next one. */
export function SourceSheet({ answer, opened }: Props) {
  const { open } = useOpenedSource()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const { citations } = answer
  const at = citations.findIndex(({ number }) => number === opened.number)
  const source = citations[at]
  if (!source) return null
  const go = (to: number) => {
    const next = citations[to]
    if (next) open({ answerId: answer.id, number: next.number })
  }
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="source-place"
      onClose={() => open(null)}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.sheetBody}>
        <div className={styles.sheetHead}>
          <h2 id="source-place" className="t-section">
            Source {at + 1} of {citations.length}
          </h2>
          <Button
            look="bare"
            aria-label="Previous source"
            aria-disabled={at === 0 || undefined}
            onClick={() => go(at - 1)}
          >
            <IconChevronLeft aria-hidden />
          </Button>
          <Button
            look="bare"
            aria-label="Next source"
            aria-disabled={at === citations.length - 1 || undefined}
            onClick={() => go(at + 1)}
          >
            <IconChevronRight aria-hidden />
          </Button>
          <Button look="bare" aria-label="Close" onClick={close}>
            <IconX aria-hidden />
          </Button>
        </div>
        <div aria-live="polite">
          <h3 className={styles.sheetTitle}>{source.title}</h3>
          <p className={styles.detail}>{aboutSource(source)}</p>
          {source.is_private && <PrivateLine source={source} />}
          <div className={styles.quoted}>
            <Passage source={source} />
          </div>
          <Supported answer={answer} opened={opened} />
        </div>
        <OpenLink look="filled" source={source} />
      </div>
    </dialog>
  )
}

function Supported({ answer, opened: { number, sentence } }: Props) {
  const found = answer.sentences.find(
    (each) => each.citations.includes(number) && (sentence === undefined || each.number === sentence),
  )
  if (!found?.content) return null
  return <p className={styles.supports}>Supports: “{found.content}”</p>
}
