import { IconBriefcase, IconFileText, IconMail, IconMessage2, IconThumbUp, IconUsers } from '@tabler/icons-react'
import type { MenuIcon } from '#shared/networks.ts'

export const MENU_ICONS: Record<MenuIcon, typeof IconMessage2> = {
  discussions: IconMessage2,
  recommendations: IconThumbUp,
  members: IconUsers,
  experts: IconBriefcase,
  documents: IconFileText,
  inbox: IconMail,
}
