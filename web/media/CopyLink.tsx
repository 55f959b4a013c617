import { IconLink } from '@tabler/icons-react'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { clockOf } from './clock.ts'
import type { Player } from './use-player.ts'

/** Copies the address of the page with the current second. */
export const CopyLink = ({ player }: { player: Player }) => (
  <Button
    look="bare"
    onClick={() => {
      const address = new URL(location.href)
      address.searchParams.set('t', String(Math.floor(player.time)))
      void navigator.clipboard.writeText(address.href).then(
        () => toast.success('Link copied', 'It opens at this second, for members who may watch.'),
        () => toast.info('We couldn’t copy the link', address.href),
      )
    }}
  >
    <IconLink stroke={1.6} aria-hidden />
    Copy link at {clockOf(player.time)}
  </Button>
)
