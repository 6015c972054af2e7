import { useTranslation } from 'react-i18next'
import { isStaff } from '#schema/kernel/viewer.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Name } from '#web/ui/format/name.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'

interface SealedWorkTextProps {
  readonly viewer: Identity | null
  readonly sealed: SealedPerson
}

/** Only staff of the same firm may see whose changes wait on this device. */
export const maySeeOwner = (viewer: Identity | null, { identity }: SealedPerson): boolean =>
  viewer !== null && isStaff(viewer) && viewer.tenantId === identity.tenantId

export function SealedWorkText({ viewer, sealed }: SealedWorkTextProps) {
  const { t } = useTranslation('session')
  if (!maySeeOwner(viewer, sealed)) return t('sealedSomebody')
  const parts = [<Name key="name">{personName(sealed.identity)}</Name>]
  return (
    <Sentence format={(name) => t('sealedOf', { count: sealed.unsent, n: count(sealed.unsent), name })} parts={parts} />
  )
}
