import type { Identity } from '#web/store/base/contract.ts'

/** First and last name, or the e-mail address when a person has neither. */
export const personName = ({
  firstName,
  lastName,
  email,
}: Pick<Identity, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
