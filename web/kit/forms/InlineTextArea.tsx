import type { Ref, TextareaHTMLAttributes } from 'react'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** For screen readers; the placeholder is what others read. */
  label: string
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text within a composer; the place that uses it draws it. */
export const InlineTextArea = ({ label, ...rest }: Props) => <textarea {...rest} aria-label={label} />
