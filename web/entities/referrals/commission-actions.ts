import { IconCheck, IconRotate } from '@tabler/icons-react'
import i18next from 'i18next'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import type { ActionPlan } from '#web/records/actions/record-action.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { preloadable } from '#web/ui/preloadable.tsx'

export const commissionActions: readonly ActionPlan<'commissions'>[] = [
  {
    id: 'pay',
    icon: IconCheck,
    label: () => i18next.t('commissions:markPaid'),
    needs: { entity: 'commissions', verb: 'update' },
    appliesTo: ({ paidDate }) => paidDate === null,
    opens: preloadable(() => import('./mark-paid.tsx').then((each) => each.MarkPaid)),
    isForm: true,
    isMain: true,
  },
  {
    id: 'unpay',
    icon: IconRotate,
    label: () => i18next.t('commissions:markUnpaid'),
    needs: { entity: 'commissions', verb: 'update' },
    appliesTo: ({ paidDate }) => paidDate !== null,
    run: ({ id }, _reach, store) => {
      const act = { entity: 'commissions', verb: 'markUnpaid', id, fields: {} } as const
      void reportResult(
        () => store.act(act),
        (outcome) => reportSaved(store, outcome, i18next.t('commissions:unpaid')),
        i18next.t('commissions:updateFailed'),
      )
    },
  },
]
