import { useState } from 'react'
import type { Naming } from '#web/features/discussions/expert-tags/expert-tag-draft.ts'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { Button } from '#web/kit/Button.tsx'

const ExpertTagField = lazyWithPreload(() => import('#web/features/discussions/expert-tags/ExpertTagField.tsx'))

/** The toolbar button and the field below the text; the field is loaded on first use. */
export function useExpertTags(naming: Naming) {
  const [isOpen, setOpen] = useState(false)
  return {
    tool: (
      <Button look="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Tag an expert
      </Button>
    ),
    field: (isOpen || naming.experts.length > 0) && (
      <ExpertTagField {...naming} isOpen={isOpen} onClose={() => setOpen(false)} />
    ),
  }
}
