import type { Identity } from '#web/store/contract.ts'

/** First and last name, or the e-mail address of a person without either. */
export const personName = ({
  firstName,
  lastName,
  email,
}: Pick<Identity, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
