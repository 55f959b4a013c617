import type { ReactNode, RefObject } from 'react'
import { AudienceChoice } from '#web/features/discussions/reply/AudienceChoice.tsx'
import { classNames } from '#web/kit/class-names.ts'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'

/** The audience of a reply, with the texts to show for it. */
export interface ReplyAudience {
  /** The member wants a private reply; it is sent privately if there is a possible recipient. */
  isForFew: boolean
  goesPrivately: boolean
  /** Replies to a private message must be private. */
  mustBePrivate: boolean
  numOfReaders: number
  parties: { id: number }[]
  addressees: string[]
  words: { label: string; placeholder: string; send: string }
  onPrivate: (isPrivate: boolean) => void
}

interface Props {
  label: string
  audience: ReplyAudience
  /** The reply to the thread, at the foot of the page; null within the list. */
  bar: 'closed' | 'open' | null
  form?: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  children: ReactNode
}

/** The form of a reply, with the audience choice above the text. */
export function ReplyFrame({ label, audience, bar, form, onSubmit, children }: Props) {
  const { isForFew, goesPrivately, mustBePrivate, numOfReaders, addressees, onPrivate } = audience
  return (
    <form
      ref={form}
      className={classNames(styles.composer, bar && styles.bar, goesPrivately && styles.isPrivate)}
      data-reply={bar}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <AudienceChoice
        isPrivate={isForFew}
        mustBePrivate={mustBePrivate}
        readers={numOfReaders}
        addressees={addressees}
        onChange={onPrivate}
      />
      {children}
    </form>
  )
}
