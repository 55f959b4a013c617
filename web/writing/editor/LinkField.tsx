import { useState } from 'react'
import { withScheme } from '#shared/kit/links.ts'
import { isAllowedLink } from '#web/writing/editor/clean-body.ts'
import styles from '#web/writing/editor/RichTextEditor.module.css'
import { Button } from '#web/kit/Button.tsx'
import { InlineField } from '#web/kit/forms/InlineField.tsx'

interface Props {
  initial: string
  onLink: (href: string) => void
  onClose: () => void
}

/** Asks for the URL of a link, in place of the toolbar. Not a form, because it is inside the composer's form. */
export function LinkField({ initial, onLink, onClose }: Props) {
  const [address, setAddress] = useState(initial)
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const href = withScheme(address)
    if (href !== '' && !isAllowedLink(href)) setWrong(true)
    else onLink(href)
  }
  return (
    <div className={styles.link} role="group" aria-label="Link">
      <InlineField
        label="Link address"
        type="text"
        inputMode="url"
        aria-invalid={isWrong}
        placeholder="example.com/page"
        autoFocus
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          // Enter would send the reply, and Escape would close the surrounding view.
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') submit()
          else onClose()
        }}
      />
      <Button onClick={submit}>{initial !== '' && address.trim() === '' ? 'Remove link' : 'Add link'}</Button>
      <Button look="bare" onClick={onClose}>
        Cancel
      </Button>
      {isWrong && <span role="alert">Enter a web address or an email address.</span>}
    </div>
  )
}
