/** How notifications stand in this browser; `failed`: they are allowed, but it could not be subscribed. */
export const permissionStates = ['default', 'granted', 'denied', 'unsupported', 'failed'] as const
