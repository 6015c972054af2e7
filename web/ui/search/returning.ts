/** State of a history entry whose dialog was opened from another screen: closing it goes back there. */
export const returning = { returns: true } as const

export const isReturning = (state: object): boolean => 'returns' in state && state.returns === true
