/** A readable cookie beside the session's: whose session it is, or `ended` when they logged out without a network. */
export const personCookie = 'holdfast-person'
export const endedPerson = 'ended'
