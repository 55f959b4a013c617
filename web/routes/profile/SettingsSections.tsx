import { BlockedMembers } from '#web/features/accounts/BlockedMembers.tsx'
import { Devices } from '#web/features/accounts/Devices.tsx'
import { EmailPreference } from '#web/features/accounts/EmailPreference.tsx'
import { EmailSettings } from '#web/features/accounts/EmailSettings.tsx'
import { NameSettings } from '#web/features/accounts/NameSettings.tsx'
import { OwnData } from '#web/features/accounts/OwnData.tsx'
import { Passkeys } from '#web/features/accounts/Passkeys.tsx'
import { PasswordSetting } from '#web/features/accounts/PasswordSetting.tsx'
import { ReadingSettings } from '#web/features/accounts/ReadingSettings.tsx'
import { SettingsPage, type SettingsSection } from '#web/features/accounts/SettingsPage.tsx'
import { TimeZoneSetting } from '#web/features/accounts/TimeZoneSetting.tsx'
import { TwoStep } from '#web/features/accounts/TwoStep.tsx'
import { NotificationSettings } from '#web/features/notifications/NotificationSettings.tsx'
import { OfflineSetting } from '#web/features/notifications/OfflineSetting.tsx'

/** What features bring to the settings, in the order of the page. */
const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'name',
    title: 'How others see you',
    keywords: 'name picture photo avatar presence online profile',
    element: <NameSettings />,
  },
  {
    id: 'addresses',
    title: 'Email addresses',
    keywords: 'mail primary secondary address sign in',
    element: <EmailSettings />,
  },
  {
    id: 'mail',
    title: 'Discussions by mail',
    keywords: 'email preference listserv daily digest none all',
    element: <EmailPreference />,
  },
  {
    id: 'password',
    title: 'Password',
    keywords: 'sign in strength security',
    element: <PasswordSetting />,
  },
  {
    id: 'passkeys',
    title: 'Passkeys',
    keywords: 'sign in webauthn finger face security key',
    element: <Passkeys />,
  },
  {
    id: 'two-step',
    title: 'Two-step sign-in',
    keywords: 'authenticator code totp second factor backup codes security',
    element: <TwoStep />,
  },
  {
    id: 'devices',
    title: 'Where you are signed in',
    keywords: 'devices sessions sign out browser security',
    element: <Devices />,
  },
  {
    id: 'notifications',
    title: 'Notifications',
    keywords:
      'notices mail email push quiet hours timing mute digest device told mentions replies conversations chats inbox',
    element: <NotificationSettings />,
  },
  {
    id: 'time-zone',
    title: 'Time zone',
    keywords: 'clock hours dates region quiet daily',
    element: <TimeZoneSetting />,
  },
  {
    id: 'reading',
    title: 'Reading',
    keywords: 'headlines density keyboard shortcuts keys display',
    element: <ReadingSettings />,
  },
  {
    id: 'offline',
    title: 'Reading without a connection',
    keywords: 'offline device keep store network travel',
    element: <OfflineSetting />,
  },
  {
    id: 'blocked',
    title: 'Members you blocked',
    keywords: 'block unblock people',
    element: <BlockedMembers />,
  },
  {
    id: 'own-data',
    title: 'Your data',
    keywords: 'export copy download delete account leave privacy',
    element: <OwnData />,
  },
]

export const SettingsSections = () => <SettingsPage sections={SECTIONS} />
