/** Whether this device shows notifications. `silent`: the app did not answer. */
export type DeviceState = 'unsupported' | 'blocked' | 'silent' | 'off' | 'on'
