import type { ComponentProps } from 'react'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'

const Extras = lazyOrNothing(() => import('#web/features/discussions/thread-extras/ThreadExtras.tsx'))

export const ThreadExtras = (props: ComponentProps<typeof Extras>) => (
  <AfterFirstView>
    <Extras {...props} />
  </AfterFirstView>
)
