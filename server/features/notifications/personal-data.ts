import { copied, describe, each, ID, leftOut, SECRET, type PersonalData } from '#server/platform/personal-data.ts'

const DELIVERY = 'how the notification is grouped and delivered'

export const notificationsPersonalData: PersonalData = [
  describe(
    'notifications',
    {
      ...each('notification_type thread_id created_at read_at seen', copied('notifications')),
      ...each('id user_id group_key payload hidden updated_at latest_at', leftOut(DELIVERY, 'self')),
    },
    { order: 'x.created_at, x.id', merge: 'erase' },
  ),
  describe(
    'notification_facts',
    each('user_id fact notification_id actor_id message_id chat_message_id at mail_due push_due', leftOut(DELIVERY)),
  ),
  describe(
    'notification_preferences',
    {
      ...each('kinds timing quiet_from quiet_until push_content', copied('notification_preferences')),
      ...each('user_id push_count', leftOut(ID)),
    },
    { merge: 'erase' },
  ),
  describe(
    'muted_threads',
    { ...each('thread_id muted_at', copied('muted_threads')), user_id: leftOut(ID) },
    { order: 'x.muted_at' },
  ),
  describe('push_devices', each('id user_id session_id kind endpoint p256dh auth created_at', leftOut(SECRET))),
]
