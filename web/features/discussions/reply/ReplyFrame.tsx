import type { ReactNode, RefObject } from 'react'
import { AudienceChoice, readersOfGroup, readersOfPrivate } from '#web/features/discussions/reply/AudienceChoice.tsx'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'

/** Who will read a reply, and what is said of it. */
export interface ReplyAudience {
  /** Meant for a few; it goes privately if there is somebody to whom it can. */
  isForFew: boolean
  goesPrivately: boolean
  /** An answer to a private message: there is no other choice. */
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
  form?: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  children: ReactNode
}

/** The form around a reply, with the choice of its readers above the text. */
export function ReplyFrame({ label, audience, form, onSubmit, children }: Props) {
  const { isForFew, goesPrivately, mustBePrivate, numOfReaders, addressees, onPrivate } = audience
  return (
    <form
      ref={form}
      className={goesPrivately ? `${styles.composer} ${styles.isPrivate}` : styles.composer}
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
      <p className={styles.audience}>{readersInWords(audience)}</p>
      {children}
    </form>
  )
}

function readersInWords({ isForFew, addressees, numOfReaders }: ReplyAudience): string {
  if (!isForFew) return readersOfGroup(numOfReaders)
  return addressees.length > 0 ? readersOfPrivate(addressees) : 'Choose who can read this'
}
