import { useTranslation } from 'react-i18next'
import type { Identity } from '#web/store/contract.ts'
import type { Sealed } from '#web/store/identity.ts'
import { personName } from '#web/ui/person-name.ts'
import { NamesIn } from './names-in.tsx'

interface SealedWordsProps {
  readonly viewer: Identity | null
  readonly sealed: Sealed
}

/** Staff of the same firm learn whose changes wait on this device; everybody else only that somebody's do. */
export const mayKnowWhose = (viewer: Identity | null, { identity }: Sealed): boolean =>
  viewer !== null && viewer.role !== 'INVESTOR' && viewer.tenantId === identity.tenantId

export function SealedWords({ viewer, sealed }: SealedWordsProps) {
  const { t } = useTranslation('session')
  if (!mayKnowWhose(viewer, sealed)) return t('sealedSomebody')
  return <NamesIn text={t('sealedOf', { count: sealed.unsent })} names={{ name: personName(sealed.identity) }} />
}
