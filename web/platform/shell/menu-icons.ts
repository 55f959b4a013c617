import {
  IconBookmark,
  IconCalendarEvent,
  IconFileText,
  IconHome,
  IconMail,
  IconMessage2,
  IconPlayerPlay,
  IconSchool,
  IconSparkles,
  IconThumbUp,
  IconUsers,
  IconBriefcase,
} from '@tabler/icons-react'
import type { MenuIcon } from '#shared/networks.ts'

export const MENU_ICONS: Record<MenuIcon, typeof IconMessage2> = {
  home: IconHome,
  discussions: IconMessage2,
  recommendations: IconThumbUp,
  members: IconUsers,
  experts: IconBriefcase,
  peer_documents: IconFileText,
  events: IconCalendarEvent,
  mainstage: IconPlayerPlay,
  learning_hub: IconSchool,
  inbox: IconMail,
  assistant: IconSparkles,
  bookmarks: IconBookmark,
}
