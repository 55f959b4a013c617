import {
  IconBriefcase,
  IconCalendarEvent,
  IconMail,
  IconMessage2,
  IconPresentation,
  IconThumbUp,
  IconUsers,
} from '@tabler/icons-react'
import type { MenuIcon } from '#shared/networks.ts'

export const MENU_ICONS: Record<MenuIcon, typeof IconMessage2> = {
  discussions: IconMessage2,
  recommendations: IconThumbUp,
  members: IconUsers,
  experts: IconBriefcase,
  events: IconCalendarEvent,
  mainstage: IconPresentation,
  inbox: IconMail,
}
