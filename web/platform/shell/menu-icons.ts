import {
  IconBookmark,
  IconCalendarEvent,
  IconFileText,
  IconMail,
  IconMessage2,
  IconPlayerPlay,
  IconSchool,
  IconSparkles,
  IconThumbUp,
  IconUsers,
  IconUserStar,
} from '@tabler/icons-react'
import type { MenuIcon } from '#shared/networks.ts'

export const MENU_ICONS: Record<MenuIcon, typeof IconMessage2> = {
  discussions: IconMessage2,
  recommendations: IconThumbUp,
  members: IconUsers,
  experts: IconUserStar,
  peer_documents: IconFileText,
  events: IconCalendarEvent,
  mainstage: IconPlayerPlay,
  learning_hub: IconSchool,
  inbox: IconMail,
  assistant: IconSparkles,
  bookmarks: IconBookmark,
}
