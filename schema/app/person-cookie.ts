/** A readable cookie beside the session's: whose session it is, or `ended` when they logged out without a network. */
export const personCookie = 'holdfast-person'
export const endedPerson = 'ended'
/** Names who has logged out, until nothing of theirs is left on the device. */
export const leavingCookie = 'holdfast-leaving'
