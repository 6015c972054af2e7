import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/form/create-record.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { knownRateIfFar } from './known-rate.ts'

/** Submitting the same values again saves a rate far from the known one. */
export function AddRate(props: CreateRecordProps) {
  const { t } = useTranslation('exchangeRates')
  const rates = useTable('exchangeRates')
  const confirmedValues = useRef('')
  return (
    <CreateRecord
      {...props}
      extraIssue={(values) => {
        const submitted = JSON.stringify(values)
        if (confirmedValues.current === submitted || knownRateIfFar(rates, values) === null) return undefined
        confirmedValues.current = submitted
        return t('ask')
      }}
    />
  )
}
