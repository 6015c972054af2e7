import { useTranslation } from 'react-i18next'
import { growthOf } from '#schema/sync/protocol.ts'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { exactPercent } from '#web/ui/format/numbers/percent-format.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import type { Firm, SectionField } from './firm.ts'

interface FirmValueProps {
  readonly firm: Firm
  readonly field: SectionField
}

export function FirmValue({ firm, field }: FirmValueProps) {
  const { t } = useTranslation(['tenant', 'common'])
  switch (field) {
    case 'oidcClientSecret':
      return t(firm.hasOidcClientSecret ? 'secretSet' : 'common:none')
    case 'requiresSecondFactor':
      return (
        <Badge tone={firm[field] ? 'good' : 'neutral'}>{t(firm[field] ? 'secondFactorOn' : 'secondFactorOff')}</Badge>
      )
    case 'leaseDays':
      return firm[field] === 0 ? t('leaseOff') : t('leaseDays', { count: firm[field], n: count(firm[field]) })
    case 'illustrativeGrowth': {
      const growth = growthOf(firm)
      return growth === null ? t('growthNone') : <bdi>{exactPercent(growth)}</bdi>
    }
    case 'allowedDomains':
      return firm[field] === null ? t('domainsAny') : <Name>{firm[field]}</Name>
    default:
      return firm[field] === null ? t('common:none') : <Name>{firm[field]}</Name>
  }
}
