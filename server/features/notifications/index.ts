import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { clearPushCount, registerPushDevice, removePushDevice } from './devices.actions.ts'
import { deviceReads } from './devices.reads.ts'
import { markAllNotificationsSeen, readAllNotifications, toggleNotificationRead } from './notifications.actions.ts'
import * as reads from './notifications.reads.ts'
import { muteThread, updatePushPreferences } from './preferences.actions.ts'
import { preferenceReads } from './preferences.reads.ts'
import type { PushSettings } from './sender.ts'

export { notificationJobs } from './notifications.jobs.ts'
export { registerNotificationRoutes } from './notifications.routes.ts'
export { PUSH_SERVICES, vapidKeys, type PushSettings } from './sender.ts'
export { notificationFollowers } from './notify.actions.ts'

export const notificationReads = merged(reads.notificationReads, preferenceReads, deviceReads)

export const notificationActions = (pool: pg.Pool, bus: Bus, push: PushSettings): Actions => ({
  toggleNotificationRead: (call: Call<never>) => toggleNotificationRead(pool, bus, call),
  readAllNotifications: (call: Call<never>) => readAllNotifications(pool, bus, call),
  markAllNotificationsSeen: (call: Call<never>) => markAllNotificationsSeen(pool, bus, call),
  updatePushPreferences: (call: Call<never>) => updatePushPreferences(pool, call),
  muteThread: (call: Call<never>) => muteThread(pool, call, { isMuted: true }),
  unmuteThread: (call: Call<never>) => muteThread(pool, call, { isMuted: false }),
  registerPushDevice: (call: Call<never>) => registerPushDevice(pool, push, call),
  removePushDevice: (call: Call<never>) => removePushDevice(pool, call),
  clearPushCount: (call: Call<never>) => clearPushCount(pool, call),
})
