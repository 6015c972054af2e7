import { IconCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { CommissionReferrer } from './commission-investor.tsx'
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
    skippedReason: () => stateLabel('PAID'),
    done: () => stateLabel('PAID'),
    dayLabel: () => fieldLabel('commissions', 'paidDate'),
    about: (commission) => <CommissionReferrer commission={commission} />,
  },
]
