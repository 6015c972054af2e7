// Other people’s decisions do not move the queue, so a key never acts on an unseen investor.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kycReviewDay } from '#schema/entities/investors/kyc.ts'
import { decisionFields } from '#schema/entities/investors/rules.ts'
import { isSame } from '#schema/records/change.ts'
import type { Row } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import { kycDecision } from './decision.ts'
import { isToReview, reviewQueue } from './review-queue.ts'
import { evidenceOf } from '#web/records/kyc/use-evidence.ts'

type Investor = Row<'investors'>

interface Decided {
  readonly at: number
  readonly before: Investor
  readonly after: Investor
}

/** A refused decision must not change the investor on the screen. */
function isUndone(store: Store, { before, after }: Decided, today: string): boolean {
  const investors = store.table('investors')
  const now = investors.get(before.id)
  return (
    now !== undefined &&
    now.kycStatus === before.kycStatus &&
    decisionFields.some((field) => !isSame(now[field], after[field])) &&
    isToReview(store, now, today) &&
    investors.badge(before.id) !== 'attention'
  )
}

const readyAfterMs = 500

/** A second press must not decide on the next investor unseen. */
function useIsReady(id: string | undefined): boolean {
  const [ready, setReady] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setReady(id), readyAfterMs)
    return () => clearTimeout(timer)
  }, [id])
  return ready === id
}

export function useReview() {
  const { t } = useTranslation('investors')
  const store = useStore()
  const today = useToday()
  useTable('documents')
  const investors = useTable('investors')
  const [queue] = useState(() => reviewQueue(store, today))
  const [at, setAt] = useState(0)
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const isSaving = useRef(false)
  const undone = decided.find((each) => isUndone(store, each, today))
  if (undone) {
    setAt(undone.at)
    setDecided(decided.filter((each) => each !== undone))
  }
  const id = queue[at]
  const investor = id === undefined ? undefined : investors.get(id)
  const isReady = useIsReady(id)
  const next = () => setAt(at + 1)

  async function decide(kycStatus: 'APPROVED' | 'REJECTED', kycReason: string | null) {
    if (!investor || !isReady || isSaving.current) return
    isSaving.current = true
    const evidence = evidenceOf(store.table('documents'), investor.id)
    const decision = { kycStatus, kycReason, kycReviewOn: kycReviewDay(evidence, today) }
    await reportResult(
      () => store.update('investors', investor, kycDecision(decision, evidence)),
      (outcome) => {
        setDecided([...decided, { at, before: investor, after: investors.get(investor.id)! }])
        next()
        reportSaved(store, outcome, t(kycStatus === 'APPROVED' ? 'kycApproved' : 'kycRejected'), {
          name: recordTitle('investors', investor),
        })
      },
      t('updateFailed'),
    )
    isSaving.current = false
  }

  return {
    investor,
    at,
    total: queue.length,
    isReady,
    isOpen: investor !== undefined && isToReview(store, investor, today),
    next,
    back: () => setAt(at - 1),
    decide,
  }
}
