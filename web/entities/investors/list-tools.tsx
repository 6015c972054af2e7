import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/records/data/use-may.ts'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { DuplicatesNotice } from './duplicates-notice.tsx'

export function InvestorListTools(props: SearchProps) {
  const { t } = useTranslation('shell')
  const linkTo = useLinkTo()
  const label = t('route.kycReview')
  return (
    <>
      <DuplicatesNotice {...props} />
      {useMay('investors', 'update') && (
        <Button
          component="a"
          {...linkTo('/kyc-review', false, true)}
          variant="default"
          data-tool
          data-optional
          data-hint={label}
          leftSection={<IconUserCheck size={18} stroke={1.6} aria-hidden="true" />}
        >
          {label}
        </Button>
      )}
    </>
  )
}
