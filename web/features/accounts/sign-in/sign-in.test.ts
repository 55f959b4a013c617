import { expect, test } from 'vitest'
import { deviceName } from '#shared/devices.ts'
import { loginErrorMessage } from '#web/features/accounts/sign-in/sign-in.ts'

test('the sign-in page has its own words for two reasons and shows a message as it is', () => {
  expect(loginErrorMessage({ session_expired: 'true' })).toContain('session has ended')
  expect(loginErrorMessage({ error: 'user_profile_error' })).toContain('couldn’t load your profile')
  expect(loginErrorMessage({ message: '<b>No</b>' })).toBe('<b>No</b>')
  expect(loginErrorMessage({ error: 'else', session_expired: 'yes' })).toBeUndefined()
})

test('a device has the name that people give it', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605.1.15 Version/20.0 Mobile Safari/604.1'
  expect(deviceName(edge)).toBe('Edge on Windows')
  expect(deviceName(safari)).toBe('Safari on iOS')
  expect(deviceName(null)).toBe('A browser on an unknown device')
})
