import type { Identity } from '#web/store/base/contract.ts'

/** Falls back to the e-mail address. */
export const personName = ({
  firstName,
  lastName,
  email,
}: Pick<Identity, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
