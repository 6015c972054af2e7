import { IconCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { stateLabel } from './commission-state.tsx'

export const selectedCommissions: readonly SelectedAction<'commissions'>[] = [
  {
    id: 'pay',
    icon: IconCheck,
    label: () => i18next.t('commissions:markPaid'),
    needs: { entity: 'commissions', verb: 'update' },
    appliesTo: ({ paidDate }) => paidDate === null,
    // Acts cannot share a change (ACT9).
    commandOf: (seen, paidDate) => ({ op: 'update', entity: 'commissions', seen, fields: { paidDate } }),
    otherwise: () => stateLabel('PAID'),
    done: () => stateLabel('PAID'),
    value: (paidDate) => (
      <>
        {fieldLabel('commissions', 'paidDate')}: <CalendarDay date={paidDate} />
      </>
    ),
  },
]
