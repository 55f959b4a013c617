import { IconChevronDown, IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Source } from '#web/features/assistant/assistant.queries.ts'
import { chosenLine } from '#web/features/assistant/assistant-texts.ts'
import styles from '#web/features/assistant/question/Question.module.css'
import { isPrivateSource } from '#shared/assistant.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'

interface Props {
  sources: readonly Source[]
  chosen: readonly string[]
  onChoose: (keys: readonly string[]) => void
}

/** What an answer is made of. Escape and a click elsewhere close it. */
export function SourcePicker({ sources, chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !holder.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  const line = chosenLine(sources, chosen)
  return (
    <div
      ref={holder}
      className={styles.holder}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.picker}
        aria-expanded={isOpen}
        aria-controls="question-sources"
        onClick={() => setOpen(!isOpen)}
      >
        <span>Sources:</span> <b>{line}</b>
        <IconChevronDown size={16} stroke={1.8} aria-hidden />
      </button>
      <fieldset id="question-sources" className={styles.sources} hidden={!isOpen}>
        <legend className="visually-hidden">Sources</legend>
        {sources.map(({ key, name, description }) => (
          <CheckboxField
            key={key}
            label={isPrivateSource(key) ? <PrivateName name={name} /> : name}
            hint={description}
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChoose(
                sources
                  .map((each) => each.key)
                  .filter((each) => (each === key ? target.checked : chosen.includes(each))),
              )
            }
          />
        ))}
      </fieldset>
    </div>
  )
}

const PrivateName = ({ name }: { name: string }) => (
  <span className={styles.private}>
    <IconLock size={15} stroke={1.6} aria-hidden /> {name} (only for you)
  </span>
)
