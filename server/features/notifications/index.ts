import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { devices } from './deliveries/devices.access.ts'
import { clearPushCount, registerPushDevice, removePushDevice } from './deliveries/devices.actions.ts'
import { deviceReads } from './deliveries/devices.reads.ts'
import { notificationRelations } from './notifications.access.ts'
import { markAllNotificationsSeen, readAllNotifications, toggleNotificationRead } from './notifications.actions.ts'
import { notificationJobs } from './notifications.jobs.ts'
import { notificationReads } from './notifications.reads.ts'
import { registerNotificationRoutes } from './notifications.routes.ts'
import { notificationFollowers } from './notify.actions.ts'
import { notificationsPersonalData } from './personal-data.ts'
import { mutes, notificationChoices } from './preferences/preferences.access.ts'
import { muteThread, updatePushPreferences } from './preferences/preferences.actions.ts'
import { preferenceReads } from './preferences/preferences.reads.ts'
import { PUSH_SERVICES, vapidKeys, type PushSettings } from './deliveries/sender.ts'

export { withoutNotificationEmails } from './deliveries/deliveries.sql.ts'

const pushSettings = ({ config, secret, email }: AppContext): PushSettings => ({
  services: config.PUSH_SERVICES === 'none' ? [] : (config.PUSH_SERVICES?.split(',') ?? PUSH_SERVICES),
  appGateway: config.APP_PUSH_URL ? { url: config.APP_PUSH_URL, key: config.APP_PUSH_KEY } : undefined,
  contact: `mailto:${email.supportEmail(null)}`,
  keys: vapidKeys(secret),
})

export const notificationsFeature = defineFeature({
  name: 'notifications',
  level: 'around',
  besides: ['recognition'],
  reads: merged(notificationReads, preferenceReads, deviceReads),
  access: [notificationRelations, notificationChoices, mutes, devices],
  personalData: notificationsPersonalData,
  services: pushSettings,
  actions: ({ pool, bus }, push) => ({
    toggleNotificationRead: (call: Call<never>) => toggleNotificationRead(pool, bus, call),
    readAllNotifications: (call: Call<never>) => readAllNotifications(pool, bus, call),
    markAllNotificationsSeen: (call: Call<never>) => markAllNotificationsSeen(pool, bus, call),
    updatePushPreferences: (call: Call<never>) => updatePushPreferences(pool, call),
    muteThread: (call: Call<never>) => muteThread(pool, call, { isMuted: true }),
    unmuteThread: (call: Call<never>) => muteThread(pool, call, { isMuted: false }),
    registerPushDevice: (call: Call<never>) => registerPushDevice(pool, push, call),
    removePushDevice: (call: Call<never>) => removePushDevice(pool, call),
    clearPushCount: (call: Call<never>) => clearPushCount(pool, call),
  }),
  jobs: ({ email, secret }, push) => notificationJobs({ ...email, secret, push }),
  schedule: ['51 4 * * * notifications:sweep'],
  followers: notificationFollowers,
  routes: (app, { pool, secret }, push) =>
    registerNotificationRoutes(app, {
      pool,
      secret,
      publicKey: push.keys.publicKey,
      callsApps: push.appGateway !== undefined,
    }),
})
