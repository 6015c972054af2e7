/** Notification permission. `failed`: granted, but subscribing failed. */
export const permissionStates = ['default', 'granted', 'denied', 'unsupported', 'failed'] as const
