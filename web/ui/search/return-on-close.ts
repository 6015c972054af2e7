/** State of a history entry whose dialog was opened from another screen: closing it goes back there. */
export const returnsOnClose = { returns: true } as const

export const shouldReturnOnClose = (state: object): boolean => 'returns' in state && state.returns === true
