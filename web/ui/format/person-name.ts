import type { Identity } from '#web/store/base/contract.ts'

export const personName = ({
  firstName,
  lastName,
  email,
}: Pick<Identity, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
