import { IconMessage2 } from '@tabler/icons-react'
import type { MenuIcon } from '#shared/networks.ts'

export const MENU_ICONS: Record<MenuIcon, typeof IconMessage2> = { discussions: IconMessage2 }
