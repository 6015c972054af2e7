import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '#schema/sync/protocol.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { useStore } from '#web/ui/store-context.ts'
import { heldReason } from './held-reason.ts'
import classes from '#web/sync-centre/sync-centre.module.css'

interface DecidedItem {
  readonly state: 'HELD' | 'TAKEN' | 'DROPPED'
  readonly verdict?: Verdict | null
}

interface HeldDecisionProps {
  readonly path: string
  readonly messages: { readonly taken: string; readonly dropped: string }
  readonly title: string
  /** The hash of a verb's result, if the administrator sees one. */
  readonly expect?: string | undefined
  readonly onDecided: () => void
}

export function HeldDecision({ path, messages, title, expect, onDecided }: HeldDecisionProps) {
  const { t } = useTranslation('held')
  const store = useStore()
  const { format } = useDates()
  const { isBusy, run } = useAction()
  const [isDropping, setDropping] = useState(false)
  const decide = (how: string) => store.online.request('POST', `${path}/${how}`) as Promise<DecidedItem>
  const take = async () => {
    await run(async () => {
      const { state, verdict: why } = await decide(expect === undefined ? 'take' : `take?expect=${expect}`)
      if (state === 'TAKEN') toast.success(messages.taken)
      else toast.error(why ? heldReason(why, format) : t('notTaken'))
    })
    onDecided()
  }
  const drop = async () => {
    await decide('drop')
    toast.success(messages.dropped)
    setDropping(false)
    onDecided()
  }
  return (
    <>
      <div className={classes['buttons']}>
        <Button onClick={() => void take()} aria-busy={isBusy}>
          {t('take')}
        </Button>
        <Button variant="default" onClick={() => setDropping(true)}>
          {t('drop')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isDropping}
        title={title}
        confirm={t('drop')}
        onConfirm={drop}
        onClose={() => setDropping(false)}
      >
        <Text>{t('dropText')}</Text>
      </ConfirmDialog>
    </>
  )
}
