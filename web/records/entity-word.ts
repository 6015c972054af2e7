import i18next from 'i18next'

const named = ['projects', 'investors', 'investments', 'documents', 'referrals'] as const

/** What records of an entity are called, in the person's language. */
export function entityWord(entity: string): string {
  const known = named.find((each) => each === entity)
  return i18next.t(`sync:entity.${known ?? 'other'}`)
}
